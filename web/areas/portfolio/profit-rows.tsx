import type { Curve } from '@mex/contract/portfolio/shapes.ts'
import type { CSSProperties } from 'react'

import { profitText } from '#components/figures.ts'
import { useAmountsHidden } from '#data/preferences.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './profit-rows.module.css'

export type ProfitRow = { readonly key: string; readonly name: string; readonly profit: Curve['profit'] }

type Props = {
  rows: readonly ProfitRow[]
  /** What the rows add up to. */
  profit: Curve['profit']
}

/** Parts of a profit as bars around zero, and their sum. */
export function ProfitRows({ rows, profit }: Props) {
  const t = useText()
  if (rows.length === 0)
    return (
      <Typography size={13} tone="second">
        {t('portfolio.none')}
      </Typography>
    )
  const size = (amount: bigint): number => Math.abs(Number(amount))
  const largest = Math.max(1, ...rows.map((row) => size(row.profit)))
  return (
    <dl className={styles['rows']}>
      {rows.map((row) => (
        <Row key={row.key} name={row.name} profit={row.profit} share={size(row.profit) / largest} />
      ))}
      <Row name={t('portfolio.profit')} profit={profit} />
    </dl>
  )
}

type RowProps = { name: string; profit: Curve['profit']; share?: number }

function Row({ name, profit, share }: RowProps) {
  const isHidden = useAmountsHidden()
  const bar = share === undefined ? undefined : ({ '--share': share } as CSSProperties)
  return (
    <div className={styles['row']} data-sum={share === undefined || undefined}>
      <dt>{name}</dt>
      <dd>
        {bar === undefined ? undefined : (
          <span className={styles['bar']} data-loss={profit < 0n || undefined} style={bar} aria-hidden="true" />
        )}
        <span className={styles['amount']}>
          {isHidden ? '••••••' : <Change change={profitText(profit, 'MXN')} glyph={false} />}
        </span>
      </dd>
    </div>
  )
}
