import { useState } from 'react'

import { nextSortOrder } from '#components/sort-order.ts'
import { useText } from '#text/use-text.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import { SortButton } from '#ui/sort-button.tsx'
import { positionColumns, setPositionOrder, usePositionOrder } from './position-order.ts'
import styles from './position-sort.module.css'

/** What the positions can be sorted by, in a row that scrolls sideways where it is too long. */
export function PositionSort() {
  const t = useText()
  const order = usePositionOrder()
  const [isChanged, setChanged] = useState(false)
  const texts = {
    opened: t('orders.opened'),
    name: t('market.name'),
    value: t('orders.value'),
    profit: t('orders.profit'),
    favour: t('orders.favour'),
    today: t('orders.today'),
  }
  const said =
    order === undefined
      ? t('orders.newestFirst')
      : t(order.from === 'low' ? 'market.sortedUp' : 'market.sortedDown', { column: texts[order.column] })
  return (
    <fieldset className={styles['row']} aria-label={t('market.columns')}>
      {positionColumns.map((column) => (
        <SortButton
          key={column}
          text={texts[column]}
          from={order?.column === column ? order.from : undefined}
          onPress={() => {
            setChanged(true)
            setPositionOrder(nextSortOrder(order, column))
          }}
        />
      ))}
      <VisuallyHidden>
        <output>{isChanged ? said : ''}</output>
      </VisuallyHidden>
    </fieldset>
  )
}
