import { quantify as calls } from '@mex/contract/quantify/calls.ts'
import type { Product, RankingRow } from '@mex/contract/quantify/shapes.ts'
import { strategyIds } from '@mex/core/quantify/products.ts'
import { Bot, History } from 'lucide-react'
import { useState } from 'react'

import { LessonLink } from '#areas/lessons/door/lesson-link.tsx'
import { moneyText } from '#components/figures.ts'
import { LoadError } from '#components/load-error.tsx'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Cards } from '#ui/cards.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Grow, Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { keptReturn, lastDays, paidIn, partText } from './figures.ts'
import { NamedChange } from '#components/named-change.tsx'
import { indexed, Legend, NavChart } from './nav-chart.tsx'
import { ProductSheet } from './product-sheet.tsx'
import styles from './quantify.module.css'

const rankings = ['7', '30', '90', 'fall'] as const
type Ranking = (typeof rankings)[number]

/** All strategies, ranked, each beside buying the same and keeping it. */
export function Quantify() {
  const t = useText()
  const [ranking, setRanking] = useState<Ranking>('30')
  const [chosen, setChosen] = useState<Product['strategy']>()
  const [isOpen, setOpen] = useState(false)
  const period = ranking === 'fall' ? 30 : (Number(ranking) as 7 | 30 | 90)
  const products = useCall(calls.products, {}, { everySeconds: 300, keepEarlier: true })
  const ranked = useCall(calls.ranking, { period }, { everySeconds: 300, keepEarlier: true })
  const rows = ordered(ranked.data ?? [], ranking)
  const all = products.data ?? []
  return (
    <Screen
      title={t('titles.quantify')}
      wide
      subtitle={t('quantify.subtitle')}
      waiting={products.isWaiting}
      actions={<IconButton icon={<History />} label={t('titles.quantifyRecords')} href={hrefOf('quantifyRecords')} />}
      onRefresh={() => refresh(calls.products, calls.ranking)}
    >
      <Notice icon={<Bot />}>{t('quantify.notice')}</Notice>
      <RankingChoice value={ranking} onChange={setRanking} />
      {products.data === undefined || ranked.data === undefined ? (
        (products.failure ?? ranked.failure) === undefined ? (
          strategyIds.map((id) => <SkeletonCard key={id} height={126} />)
        ) : (
          <LoadError
            title={t('quantify.failed')}
            text={t('quantify.failedText')}
            answer={products.data === undefined ? products : ranked}
          />
        )
      ) : rows.length === 0 ? (
        <EmptyState title={t('quantify.none')} text={t('quantify.noneReplay')} />
      ) : (
        <Stack>
          <Legend />
          <Cards>
            {rows.map((row, index) => (
              <RankedCard
                key={row.strategy}
                rank={index + 1}
                row={row}
                period={period}
                product={all.find(({ id }) => id === row.productId)}
                onOpen={() => {
                  setChosen(row.strategy)
                  setOpen(true)
                }}
              />
            ))}
          </Cards>
        </Stack>
      )}
      <LessonLink kind="quantify" />
      {chosen === undefined ? undefined : (
        <ProductSheet
          key={chosen}
          shown={{ days: period, return: rows.find(({ strategy }) => strategy === chosen)?.return }}
          products={all.filter(({ strategy }) => strategy === chosen)}
          open={isOpen}
          onClose={() => setOpen(false)}
        />
      )}
    </Screen>
  )
}

function RankingChoice({ value, onChange }: { value: Ranking; onChange: (value: Ranking) => void }) {
  const t = useText()
  return (
    <Chips
      label={t('quantify.rankBy')}
      options={rankings.map((one) => ({
        value: one,
        text: one === 'fall' ? t('quantify.byFall') : t('quantify.byDays', { days: one }),
      }))}
      value={value}
      onChange={onChange}
    />
  )
}

/** By the worst fall: the smallest first. */
const ordered = (rows: readonly RankingRow[], ranking: Ranking): readonly RankingRow[] =>
  ranking === 'fall' ? rows.toSorted((one, other) => Number(other.maximumDrawdown - one.maximumDrawdown)) : rows

type CardProps = {
  rank: number
  row: RankingRow
  period: number
  product: Product | undefined
  onOpen: () => void
}

function RankedCard({ rank, row, period, product, onOpen }: CardProps) {
  const t = useText()
  const history = lastDays(product?.navHistory ?? [], period)
  const kept = keptReturn(history, period)
  const figures = [
    [t('quantify.byDays', { days: String(period) }), partText(row.return), true],
    [t('quantify.worstFall'), partText(row.maximumDrawdown), false],
    [t('quantify.buyAndHold'), partText(kept), true],
  ] as const
  return (
    <Card onPress={onOpen}>
      <Stack gap={8}>
        <Line align="start">
          <Typography tone="second" weight="semibold">
            <span aria-label={t('quantify.rank', { rank: String(rank) })}>{rank}</span>
          </Typography>
          <Grow>
            <Stack gap={0}>
              <Typography weight="bold">{row.name}</Typography>
              <Typography size={12} tone="second">
                {t('quantify.terms', { min: moneyText(product?.minAmount, paidIn).replace('.00', '') })}
              </Typography>
            </Stack>
          </Grow>
          {history.length < 2 ? undefined : (
            <NavChart
              small
              label={t('quantify.chart', { name: row.name, days: String(period) })}
              points={history.map(([, nav]) => Number(nav))}
              kept={indexed(history)}
            />
          )}
        </Line>
        <div className={styles['figures']}>
          {figures.map(([label, change, isColoured]) => (
            <NamedChange key={label} label={label} change={change} coloured={isColoured} />
          ))}
        </div>
      </Stack>
    </Card>
  )
}
