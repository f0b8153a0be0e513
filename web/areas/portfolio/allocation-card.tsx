import { portfolio } from '@mex/contract/portfolio/calls.ts'
import type { Allocation } from '@mex/contract/portfolio/shapes.ts'
import { useState } from 'react'

import { LoadError } from '#components/load-error.tsx'
import { useCall } from '#data/call.ts'
import { formatTime } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Segmented } from '#ui/segmented.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { TitledCard } from '#ui/titled-card.tsx'
import { Typography } from '#ui/typography.tsx'
import { AllocationRows, type AllocationRow } from './allocation-rows.tsx'

const views = ['class', 'currency', 'sector'] as const
type View = (typeof views)[number]

/** What the net worth consists of, by class, currency and sector: each view adds up to it, which the page says above. */
export function AllocationCard() {
  const t = useText()
  const [view, setView] = useState<View>('class')
  const answer = useCall(portfolio.allocation, {}, { everySeconds: 30 })
  const { data, failure } = answer
  if (data === undefined)
    return failure === undefined ? (
      <SkeletonCard height={300} />
    ) : (
      <LoadError title={t('portfolio.allocationFailed')} answer={answer} />
    )
  const rows = rowsOf(t, data, view)
  return (
    <TitledCard title={t('portfolio.allocation')} note={t('portfolio.inPesosAt', { time: formatTime(data.at) })}>
      <Segmented
        label={t('portfolio.allocationBy')}
        options={views.map((value) => ({ value, text: t(`portfolio.allocationViews.${value}`) }))}
        value={view}
        onChange={setView}
      />
      {rows.length === 0 ? undefined : <AllocationRows rows={rows} />}
      {noteOf(data, view).map((note) => (
        <Typography key={note} size={12} tone="third">
          {t(`portfolio.allocationNotes.${note}`)}
        </Typography>
      ))}
    </TitledCard>
  )
}

function rowsOf(t: Text, { classes, currencies, sectors }: Allocation, view: View): readonly AllocationRow[] {
  if (view === 'class')
    return classes.map(({ assetClass, ...row }) => ({ name: t(`portfolio.assetClasses.${assetClass}`), ...row }))
  if (view === 'currency') return currencies.map(({ currency, ...row }) => ({ name: currency, ...row }))
  return sectors.map(({ sector, ...row }) => ({ name: sector ?? t('portfolio.noSector'), ...row }))
}

/** What needs a word: that there is nothing, that there are no shares, how a position counts, what a currency means. */
function noteOf({ total, classes, sectors }: Allocation, view: View) {
  if (total <= 0n) return ['nothing'] as const
  if (view === 'currency') return ['currency'] as const
  if (view === 'sector' && sectors.every(({ sector }) => sector === undefined)) return ['noShares'] as const
  return classes.some(({ exposure }) => exposure !== undefined) ? (['exposure'] as const) : []
}
