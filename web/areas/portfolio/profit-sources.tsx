import { portfolio } from '@mex/contract/portfolio/calls.ts'
import type { Curve } from '@mex/contract/portfolio/shapes.ts'
import { useState } from 'react'

import { useCall } from '#data/call.ts'
import { formatTime } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Segmented } from '#ui/segmented.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { TitledCard } from '#ui/titled-card.tsx'
import { ProfitMonths } from './profit-months.tsx'
import { ProfitRows, type ProfitRow } from './profit-rows.tsx'
import { useChosenBenchmark, useChosenRange } from './range.ts'

type Source = Curve['sources'][number]['source']

/** Sources that are not a wallet of their own. */
const products = ['MEXICAN_STOCK', 'BONDS', 'QUANTIFY', 'ROBOTS', 'CURRENCIES'] as const
type Product = (typeof products)[number]
const isProduct = (source: Source): source is Product => products.some((each) => each === source)

const nameOf = (t: Text, source: Source): string =>
  isProduct(source) ? t(`portfolio.sources.${source}`) : t(`wallet.names.${source}`)

const views = ['area', 'position', 'month'] as const
type View = (typeof views)[number]

/** Where the profit came from: by area and by position of the chosen range, and by month. The rows add up to it. */
export function ProfitSources() {
  const t = useText()
  const range = useChosenRange()
  const [view, setView] = useState<View>('area')
  const { data, failure } = useCall(
    portfolio.curve,
    { range: range ?? '1D', benchmark: useChosenBenchmark() },
    { everySeconds: 30, when: range !== undefined },
  )
  if (data === undefined) return failure === undefined ? <SkeletonCard height={240} /> : undefined
  return (
    <TitledCard
      title={t('portfolio.from')}
      {...(view === 'month'
        ? {}
        : { note: `${t(`portfolio.ranges.${data.range}`)} · ${formatTime(data.points.at(-1)?.at)}` })}
    >
      <Segmented
        label={t('portfolio.view')}
        options={views.map((value) => ({ value, text: t(`portfolio.views.${value}`) }))}
        value={view}
        onChange={setView}
      />
      {view === 'month' ? <ProfitMonths /> : <ProfitRows rows={rowsOf(t, data, view)} profit={data.profit} />}
    </TitledCard>
  )
}

function rowsOf(
  t: Text,
  { sources, instruments, otherInstruments }: Curve,
  view: 'area' | 'position',
): readonly ProfitRow[] {
  const areas = sources.map(({ source, profit }) => ({
    key: source,
    name: nameOf(t, source),
    profit,
    isTrading: isTrading(source),
  }))
  const rows =
    view === 'area'
      ? areas
      : [
          ...instruments.map(({ market, code, name, profit }) => ({ key: `${market}:${code}`, name, profit })),
          ...(otherInstruments === 0n
            ? []
            : [{ key: 'others', name: t('portfolio.otherPositions'), profit: otherInstruments }]),
          ...areas.filter((area) => !area.isTrading),
        ]
  return rows.toSorted((one, other) => (one.profit < other.profit ? 1 : -1))
}

/** Whether a source consists of positions in instruments. */
const isTrading = (source: Source): boolean => source === 'MEXICAN_STOCK' || (!isProduct(source) && source !== 'FOLLOW')
