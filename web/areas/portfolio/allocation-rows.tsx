import type { Allocation } from '@mex/contract/portfolio/shapes.ts'
import type { CSSProperties } from 'react'

import { moneyText, percentText } from '#components/figures.ts'
import { useAmountsHidden } from '#data/preferences.ts'
import { useText } from '#text/use-text.ts'
import styles from './allocation-rows.module.css'

type Figures = Pick<Allocation['classes'][number], 'worth' | 'share' | 'exposure'>
export type AllocationRow = Figures & { readonly name: string }

const hidden = '••••••'

/** Parts of a net worth as bars with percent and amount. */
export function AllocationRows({ rows }: { rows: readonly AllocationRow[] }) {
  const t = useText()
  const isHidden = useAmountsHidden()
  const write = (amount: Allocation['total']) => (isHidden ? hidden : moneyText(amount, 'MXN'))
  return (
    <dl className={styles['rows']}>
      {rows.map(({ name, worth, share, exposure }) => (
        <div key={name} className={styles['row']}>
          <dt>{name}</dt>
          <dd>
            <span className={styles['share']}>{percentText(share)}</span>
            <span className={styles['amount']}>{write(worth)}</span>
          </dd>
          {exposure === undefined ? undefined : (
            <dd className={styles['exposure']}>{t('portfolio.exposure', { amount: write(exposure) })}</dd>
          )}
          <dd
            className={styles['bar']}
            style={{ '--share': `${Math.max(0, Number(share ?? 0n)) / 100}%` } as CSSProperties}
            aria-hidden="true"
          />
        </div>
      ))}
    </dl>
  )
}
