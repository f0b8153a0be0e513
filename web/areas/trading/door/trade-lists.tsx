import { account } from '@mex/contract/account/calls.ts'
import { Suspense, type ReactNode } from 'react'

import { useCall } from '#data/call.ts'
import { useAmountsHidden } from '#data/preferences.ts'
import { useSession } from '#data/session.ts'
import { listLabels, listNames, listNumbers, listOfNumber, type ListName } from '#areas/trading/position/links.ts'
import { useOrders, usePositions, WaitingCards } from '#areas/trading/position/lists.tsx'
import type { TradeView } from '#areas/trading/position/order-filter.ts'
import { useFloating } from '#areas/trading/position/use-floating.ts'
import { ClosedTable } from '#areas/trading/table/closed-table.tsx'
import { OrderTable } from '#areas/trading/table/order-table.tsx'
import { PositionTable } from '#areas/trading/table/position-table.tsx'
import styles from '#areas/trading/table/table.module.css'
import { moneyText, profitText } from '#components/figures.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { lazyPart } from '#ui/lazy.tsx'
import { Tabs } from '#ui/tabs.tsx'

const Follow = lazyPart(['follow'], () => import('#areas/trading/position/follow.tsx').then((file) => file.Follow))
const Bonds = lazyPart(['bonds'], () => import('#areas/trading/position/bonds.tsx').then((file) => file.Bonds))
const Subscriptions = lazyPart(['offerings', 'placings'], () =>
  import('#areas/trading/position/subscriptions.tsx').then((file) => file.Subscriptions),
)

type Props = {
  /** The list and the filters of the orders, as URLs have them. */
  view: TradeView
  /** The key of the instrument in view, whose rows are marked. */
  current: string | undefined
  /** Shown instead without a session. */
  signIn: ReactNode
}

/** The lists of the Trade tab as tables: positions, orders, what is closed, and the other products. */
export function TradeLists({ signIn, ...props }: Props) {
  return useSession() === undefined ? signIn : <OwnLists {...props} />
}

function OwnLists({ view, current }: Omit<Props, 'signIn'>) {
  const { parameters, onChange } = view
  const list = listOfNumber(parameters.list)
  const t = useText()
  const positions = usePositions()
  const orders = useOrders()
  const overview = useCall(account.overview, { wallet: 'OVERVIEW' }, { everySeconds: 10 })
  const floating = useFloating(positions.data)
  const isHidden = useAmountsHidden()
  const counts: Partial<Record<ListName, number | undefined>> = {
    ...overview.data?.counts,
    holding: positions.total,
    orders: orders.total,
  }
  const currency = overview.data?.currency ?? 'MXN'
  return (
    <section className={styles['panel']} aria-label={t('workspace.positions')}>
      <div className={styles['head']}>
        <Tabs
          label={t('trade.lists')}
          options={listNames.map((value) => ({
            value,
            text: capitalize(t(listLabels[value])),
            count: counts[value] === 0 ? undefined : counts[value],
          }))}
          value={list}
          onChange={(chosen) => onChange({ list: String(listNumbers[chosen]) })}
        />
        <dl className={styles['sums']}>
          <div>
            <dt>{t('workspace.floating')}</dt>
            <dd>
              {isHidden ? (
                '••••'
              ) : (
                <Change change={profitText(floating ?? overview.data?.profit, currency)} glyph={false} />
              )}
            </dd>
          </div>
          <div>
            <dt>{t('workspace.available')}</dt>
            <dd>{isHidden ? '••••' : moneyText(overview.data?.available, currency)}</dd>
          </div>
        </dl>
      </div>
      {list === 'holding' ? <PositionTable pages={positions} current={current} /> : undefined}
      {list === 'orders' ? <OrderTable view={view} current={current} /> : undefined}
      {list === 'closed' ? <ClosedTable current={current} /> : undefined}
      {list === 'subscriptions' || list === 'follow' || list === 'bonds' ? (
        <div className={styles['cards']}>
          <Suspense fallback={<WaitingCards />}>
            {list === 'subscriptions' ? <Subscriptions /> : list === 'follow' ? <Follow /> : <Bonds />}
          </Suspense>
        </div>
      ) : undefined}
    </section>
  )
}
