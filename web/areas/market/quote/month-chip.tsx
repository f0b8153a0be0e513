import type { Quote } from '@mex/contract/market/shapes.ts'
import { ChevronDown } from 'lucide-react'

import { useText } from '#text/use-text.ts'
import { monthText, useMonths } from './month-select.tsx'
import styles from './instrument-panel.module.css'

/** The code of a future in the head of the desk: a press on it chooses another month. */
export function MonthChip({ quote }: { quote: Quote }) {
  const t = useText()
  const { months, choose } = useMonths(quote)
  if (months === undefined) return <span className={styles['code']}>{quote.code}</span>
  return (
    <span className={styles['month']}>
      <span aria-hidden="true">{quote.code}</span>
      <ChevronDown aria-hidden="true" />
      <select aria-label={t('quote.contractMonth')} value={quote.code} onChange={(event) => choose(event.target.value)}>
        {months.map((month) => (
          <option key={month.code} value={month.code}>
            {monthText(t, month)}
          </option>
        ))}
      </select>
    </span>
  )
}
