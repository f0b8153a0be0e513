import { watchlist } from '@mex/contract/watchlist/calls.ts'
import { watchGroups, type WatchGroup } from '@mex/contract/watchlist/groups.ts'
import { Pencil, Plus, Star } from 'lucide-react'
import { Suspense, useState } from 'react'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { useActiveShares } from '#areas/market/door/active-shares.ts'
import { QuoteList, type SortOrder } from '#areas/market/door/quote-list.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { lazyComponent } from '#ui/lazy.tsx'
import { Screen } from '#ui/screen.tsx'
import styles from './watchlists.module.css'

const GroupChips = lazyComponent(() => import('./group-chips.tsx').then((file) => file.GroupChips))
const none: readonly WatchGroup[] = []

/** The watched instruments with live prices: all, or those of a group. */
export function Watchlists() {
  const t = useText()
  const called = useCall(watchlist.list, {}, { everySeconds: 60 })
  const groups = useCall(watchGroups.list, {}, { everySeconds: 60 })
  const [order, setOrder] = useState<SortOrder>()
  const [chosen, setChosen] = useState(0)
  // The rows wait for the groups, whose chips stand above them. Without an answer the whole list is shown.
  const known = groups.data ?? (groups.failure === undefined ? undefined : none)
  const group = known?.find(({ id }) => id === chosen)
  const rows = known === undefined ? undefined : called.data
  const isEmpty = called.data?.length === 0
  const active = useActiveShares(group === undefined ? rows : undefined)
  return (
    <Screen
      title={t('titles.watchlists')}
      bleed
      onRefresh={() => Promise.all([called.retry(), groups.retry()])}
      waiting={called.isWaiting}
      actions={
        <>
          {isEmpty || called.data === undefined ? undefined : (
            <IconButton
              icon={<Pencil aria-hidden="true" />}
              label={t('watchlist.edit')}
              href={hrefOf('manageWatchlist')}
            />
          )}
          <IconButton icon={<Plus aria-hidden="true" />} label={t('watchlist.add')} href={hrefOf('search')} />
        </>
      }
    >
      {known === undefined || known.length === 0 ? undefined : (
        <div className={styles['chips']}>
          <Suspense>
            <GroupChips groups={known} value={group?.id ?? 0} onChange={setChosen} />
          </Suspense>
        </div>
      )}
      <QuoteList
        label={group?.name ?? t('watchlist.list')}
        rows={group === undefined ? rows : rows?.filter(({ id }) => group.rows.includes(id))}
        order={order}
        {...(isEmpty ? {} : { onOrder: setOrder })}
        withChange
        source={called}
        empty={isEmpty ? <Empty /> : <EmptyGroup />}
      />
      {active === undefined ? undefined : (
        <div>
          <h2 className={styles['active']}>{t('watchlist.active')}</h2>
          <QuoteList label={t('watchlist.active')} rows={active} source={called} withChange />
        </div>
      )}
    </Screen>
  )
}

function Empty() {
  const t = useText()
  return (
    <EmptyState
      icon={<Star aria-hidden="true" />}
      title={t('watchlist.emptyTitle')}
      text={t('watchlist.emptyText')}
      action={<Button text={t('watchlist.find')} href={hrefOf('search')} />}
    />
  )
}

function EmptyGroup() {
  const t = useText()
  return (
    <EmptyState
      icon={<Star aria-hidden="true" />}
      title={t('watchlist.groupEmpty')}
      action={<Button text={t('watchlist.groupFill')} href={hrefOf('watchGroups')} />}
    />
  )
}
