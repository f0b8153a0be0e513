import type { SortColumn } from '@mex/contract/market/fields.ts'
import { useState, type ComponentType, type ReactNode } from 'react'

import { nextSortOrder } from '#components/sort-order.ts'
import { useText } from '#text/use-text.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import { SortButton } from '#ui/sort-button.tsx'
import type { SortOrder } from './sort-order.ts'
import styles from './sort-header.module.css'

/** The heads of the columns of a table, with the buttons of those that sort it. */
export type TableHeads = ComponentType<{ button: (column: SortColumn, isRight?: boolean, word?: string) => ReactNode }>

type Props = {
  order: SortOrder
  onOrder: (order: SortOrder) => void
  /** Replaces the heads of the rows of a narrow window. */
  Heads?: TableHeads | undefined
}

/** A sticky header: a press on a column sorts by it and announces the order to screen readers. */
export function SortHeader({ order, onOrder, Heads }: Props) {
  const t = useText()
  const [isChanged, setChanged] = useState(false)
  const words: Readonly<Record<SortColumn, string>> = {
    name: t('market.name'),
    volume: t('market.volume'),
    last: t('market.last'),
    changeRatio: t('market.change'),
  }
  const button = (column: SortColumn, isRight = false, word = words[column]) => (
    <SortButton
      text={word}
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
      : t(order.from === 'low' ? 'market.sortedUp' : 'market.sortedDown', { column: words[order.column] })
  return (
    <fieldset className={styles['header']} aria-label={t('market.columns')}>
      {Heads === undefined ? (
        <>
          <span className={styles['names']}>
            {button('name')}
            <span aria-hidden="true">·</span>
            {button('volume')}
            <span className={styles['trend']}>{t('market.trend')}</span>
          </span>
          {button('last', true)}
          {button('changeRatio', true)}
        </>
      ) : (
        <Heads button={button} />
      )}
      <VisuallyHidden>
        <output>{isChanged ? said : ''}</output>
      </VisuallyHidden>
    </fieldset>
  )
}
