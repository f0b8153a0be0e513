import { market as marketCalls } from '@mex/contract/market/calls.ts'
import { marketLists } from '@mex/contract/market/lists.ts'
import { useState } from 'react'

import { useCall } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { IndexStrip } from '#areas/market/door/index-strip.tsx'
import { ListPage } from './list-page.tsx'
import { sortParameters, type SortOrder } from './sort-order.ts'
import { useText } from '#text/use-text.ts'

const rowsOfPage = 50

/** All Hong Kong shares, below the Hong Kong indices. */
export function HongKongStocks() {
  const t = useText()
  const [order, setOrder] = useState<SortOrder>()
  const indices = useCall(marketCalls.globalIndices, { region: 'HK' }, { everySeconds: 60 })
  const pages = usePages(
    marketLists.hongKongStocks,
    { pageNum: 1, pageSize: rowsOfPage, ...sortParameters(order) },
    { everySeconds: 60, keepEarlier: true },
  )
  const isStripKnown = indices.failure === undefined || indices.data !== undefined
  return (
    <ListPage
      title={t('titles.hongKongStocks')}
      market="HK"
      rows={pages.data}
      source={pages}
      head={isStripKnown ? <IndexStrip label={t('market.hongKongIndices')} rows={indices.data} /> : undefined}
      order={order}
      onOrder={setOrder}
      onEnd={pages.next}
    />
  )
}
