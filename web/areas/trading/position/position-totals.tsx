import type { ReactNode } from 'react'

import type { Position } from '@mex/contract/trading/shapes.ts'

import { useAmountsHidden } from '#data/preferences.ts'
import { useQuoteDeltas } from '#data/quotes.ts'
import { changePercentText, moneyText, profitText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './position-totals.module.css'
import { totalsOf } from './totals.ts'

const dots = '••••'

/** What positions come to, live: a line for each currency. */
export function TotalLines({ positions }: { positions: readonly Position[] }) {
  const all = totalsOf(positions, useQuoteDeltas(positions))
  return all.map((totals) => <Line key={totals.currency} totals={totals} isNamed={all.length > 1} />)
}

type Props = { positions: readonly Position[]; total: number | undefined }

/** The totals of the shown positions, in a card. */
export function PositionTotals({ positions, total }: Props) {
  const t = useText()
  const isPart = total !== undefined && total > positions.length
  return (
    <section aria-label={t('orders.totals')}>
      <Card>
        <Stack>
          <TotalLines positions={positions} />
          {isPart ? (
            <Typography size={12} tone="third" as="p">
              {t('orders.totalsOf', { shown: String(positions.length), total: String(total) })}
            </Typography>
          ) : undefined}
        </Stack>
      </Card>
    </section>
  )
}

function Line({ totals, isNamed }: { totals: ReturnType<typeof totalsOf>[number]; isNamed: boolean }) {
  const t = useText()
  const isHidden = useAmountsHidden()
  const { currency, marketValue, profit, favour, today } = totals
  const value = t('trade.marketValue')
  return (
    <dl className={styles['line']}>
      <Figure label={isNamed ? t('orders.inCurrency', { label: value, currency }) : value}>
        {isHidden ? dots : moneyText(marketValue, currency)}
      </Figure>
      <Figure label={t('orders.profit')}>
        {isHidden ? (
          dots
        ) : (
          <>
            <Change change={profitText(profit, currency)} glyph={false} />
            <Change change={changePercentText(favour)} glyph={false} size={12} weight="regular" />
          </>
        )}
      </Figure>
      <Figure label={t('orders.todayOpen')}>
        {isHidden ? dots : <Change change={profitText(today, currency)} glyph={false} />}
      </Figure>
    </dl>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
