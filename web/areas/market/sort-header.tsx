import type { SortColumn } from '@mex/contract/market/fields.ts'
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react'
import { useState } from 'react'

import { useText } from '#text/use-text.ts'
import { classes } from '#ui/classes.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import { nextSortOrder, type SortOrder } from './sort-order.ts'
import styles from './sort-header.module.css'

type Props = { order: SortOrder; onOrder: (order: SortOrder) => void }

/** A sticky header: a press on a column sorts by it and announces the order to screen readers. */
export function SortHeader({ order, onOrder }: Props) {
  const t = useText()
  const [isChanged, setChanged] = useState(false)
  const words: Readonly<Record<SortColumn, string>> = {
    name: t('market.name'),
    volume: t('market.volume'),
    last: t('market.last'),
    changeRatio: t('market.change'),
  }
  const button = (column: SortColumn, isRight = false) => (
    <SortButton
      text={words[column]}
      from={order?.column === column ? order.from : undefined}
      isRight={isRight}
      onPress={() => {
        setChanged(true)
        onOrder(nextSortOrder(order, column))
      }}
    />
  )
  const said =
    order === undefined
      ? t('market.sortedUnnamed')
      : t(order.from === 'low' ? 'market.nowSortedUp' : 'market.nowSortedDown', { column: words[order.column] })
  return (
    <fieldset className={styles['header']} aria-label={t('market.columns')}>
      <span className={styles['names']}>
        {button('name')}
        <span className={styles['button']} aria-hidden="true">
          ·
        </span>
        {button('volume')}
      </span>
      {button('last', true)}
      {button('changeRatio', true)}
      <VisuallyHidden>
        <output>{isChanged ? said : ''}</output>
      </VisuallyHidden>
    </fieldset>
  )
}

type ButtonProps = { text: string; from: 'low' | 'high' | undefined; isRight: boolean; onPress: () => void }

function SortButton({ text, from, isRight, onPress }: ButtonProps) {
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
