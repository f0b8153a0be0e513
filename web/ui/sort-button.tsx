import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'

import { useText } from '#text/use-text.ts'
import { classes } from './classes.ts'
import styles from './sort-button.module.css'

type Props = {
  text: string
  /** Where the sorting by this column begins; undefined while the list is sorted by another one. */
  from: 'low' | 'high' | undefined
  isRight?: boolean
  onPress: () => void
}

/** A column by which a press sorts a list; its arrow shows the order. */
export function SortButton({ text, from, isRight = false, onPress }: Props) {
  const t = useText()
  const label = {
    low: t('market.sortedUp', { column: text }),
    high: t('market.sortedDown', { column: text }),
    none: t('market.sortBy', { column: text }),
  }[from ?? 'none']
  return (
    <button
      type="button"
      className={classes(styles['button'], isRight && styles['right'])}
      aria-label={label}
      aria-pressed={from !== undefined}
      onClick={onPress}
    >
      {text}
      {from === 'low' ? <ArrowUp aria-hidden="true" /> : undefined}
      {from === 'high' ? <ArrowDown aria-hidden="true" /> : undefined}
      {from === undefined ? <ChevronsUpDown aria-hidden="true" /> : undefined}
    </button>
  )
}
