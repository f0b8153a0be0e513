import { watchlist } from '@mex/contract/watchlist/calls.ts'
import { Pencil, Plus, Star } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { QuoteList } from '#areas/market/door/quote-list.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Screen } from '#ui/screen.tsx'

/** The watched instruments with live prices. */
export function Watchlists() {
  const t = useText()
  const called = useCall(watchlist.list, {}, { everySeconds: 60 })
  const isEmpty = called.data?.length === 0
  return (
    <Screen
      title={t('titles.watchlists')}
      bleed
      onRefresh={called.retry}
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
      <QuoteList
        label={t('watchlist.list')}
        rows={called.data}
        withChange
        source={called}
        empty={
          <EmptyState
            icon={<Star aria-hidden="true" />}
            title={t('watchlist.emptyTitle')}
            text={t('watchlist.emptyText')}
            action={<Button text={t('watchlist.find')} href={hrefOf('search')} />}
          />
        }
      />
    </Screen>
  )
}
