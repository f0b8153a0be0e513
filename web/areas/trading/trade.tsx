import { ReceiptText } from 'lucide-react'
import { Suspense, useState } from 'react'

import { account } from '@mex/contract/account/calls.ts'
import type { Position } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'

import { hrefOf } from '#data/links.ts'
import { refresh, useCall } from '#data/call.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { AccountCard } from './position/account-card.tsx'
import { AddMargin } from './position/add-margin.tsx'
import { listNames, listNumbers, listOfNumber, listLabels, type ListName } from './position/links.ts'
import { useOrders, usePositions, WaitingCards } from './position/lists.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { lazyComponent, lazyPart } from '#ui/lazy.tsx'
import { Screen } from '#ui/screen.tsx'

const PositionList = lazyComponent(() => import('./position/position-list.tsx').then((file) => file.PositionList))
const OrderList = lazyPart(['auctions', 'blocks', 'orders', 'ticket'], () =>
  import('./position/order-lists.tsx').then((file) => file.OrderList),
)
const ClosedList = lazyPart(['auctions', 'blocks', 'orders', 'ticket'], () =>
  import('./position/order-lists.tsx').then((file) => file.ClosedList),
)

const Follow = lazyPart(['follow'], () => import('./position/follow.tsx').then((file) => file.Follow))
const Bonds = lazyPart(['bonds'], () => import('./position/bonds.tsx').then((file) => file.Bonds))
const Subscriptions = lazyPart(['offerings', 'placings'], () =>
  import('./position/subscriptions.tsx').then((file) => file.Subscriptions),
)

export function TradeScreen() {
  const t = useText()
  const navigation = useNavigation()
  const list = listOfNumber(useParameters('trade').list)
  const positions = usePositions()
  const orders = useOrders()
  const [marginOf, setMarginOf] = useState<Position>()
  // The account card shows the same answer.
  const overview = useCall(account.overview, { wallet: 'OVERVIEW' })
  const counts: Partial<Record<ListName, number | undefined>> = {
    ...overview.data?.counts,
    holding: positions.total,
    orders: orders.total,
  }
  return (
    <Screen
      title={t('titles.trade')}
      waiting={positions.isWaiting}
      actions={<IconButton icon={<ReceiptText />} label={t('trade.history')} href={hrefOf('history')} />}
      onRefresh={() => refresh(account.overview, trading.positions, trading.orders, trading.closedPositions)}
    >
      <AccountCard positions={positions.data} />
      <Chips
        label={t('trade.lists')}
        options={listNames.map((value) => ({
          value,
          text: capitalize(t(listLabels[value])),
          count: counts[value] === 0 ? undefined : counts[value],
        }))}
        value={list}
        onChange={(chosen) => navigation.setParameters('trade', { list: listNumbers[chosen] })}
      />
      <Suspense fallback={<WaitingCards />}>
        {list === 'holding' ? <PositionList pages={positions} onAddMargin={setMarginOf} /> : undefined}
        {list === 'orders' ? <OrderList /> : undefined}
        {list === 'closed' ? <ClosedList /> : undefined}
        {list === 'subscriptions' ? <Subscriptions /> : undefined}
        {list === 'follow' ? <Follow /> : undefined}
        {list === 'bonds' ? <Bonds /> : undefined}
      </Suspense>
      <AddMargin position={marginOf} onClose={() => setMarginOf(undefined)} />
    </Screen>
  )
}
