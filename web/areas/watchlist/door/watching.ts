import { watchlist } from '@mex/contract/watchlist/calls.ts'

import { announce } from '#data/announce.ts'
import { refresh, useCall, useSend } from '#data/call.ts'
import { useSession } from '#data/session.ts'
import { createStore, useStore } from '#data/store.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { keyOfListing, type Listing } from '#areas/market/door/listing.ts'

/** Optimistic changes that the server has not confirmed yet. */
const pendingChanges = createStore<ReadonlyMap<string, boolean>>(new Map())

function setPending(key: string, isWatched: boolean | undefined): void {
  const changes = new Map(pendingChanges.get())
  if (isWatched === undefined) changes.delete(key)
  else changes.set(key, isWatched)
  pendingChanges.set(changes)
}

export type Watching = {
  readonly isWatched: (listing: Listing) => boolean
  /** Toggles an instrument (spec §4). Without a session it opens the login page. */
  readonly toggle: (listing: Listing) => void
}

/** The user's watchlist, for the stars. */
export function useWatching(): Watching {
  const session = useSession()
  const navigation = useNavigation()
  const pending = useStore(pendingChanges)
  const list = useCall(watchlist.list, {}, { when: session !== undefined, freshSeconds: 60 })
  const t = useText()
  const save = useSend(watchlist.save)
  const remove = useSend(watchlist.removeCode)
  const watched = new Set(list.data?.map(keyOfListing))
  const isWatched = (listing: Listing): boolean => {
    const key = keyOfListing(listing)
    return pending.get(key) ?? (list.data === undefined ? (listing.isWatched ?? false) : watched.has(key))
  }
  const change = async (listing: Listing): Promise<void> => {
    const { market, code, classify, source, name } = listing
    const key = keyOfListing(listing)
    const wanted = !isWatched(listing)
    setPending(key, wanted)
    const answer = wanted
      ? await save.send({ market, code, classify, source, name })
      : await remove.send({ market, code })
    if (answer !== undefined)
      announce({ kind: 'done', text: t(wanted ? 'market.watched' : 'market.unwatched', { name }) })
    await refresh(watchlist.list)
    setPending(key, undefined)
  }
  const toggle = (listing: Listing): void => {
    if (session === undefined) navigation.to('login')
    else void change(listing)
  }
  return { isWatched, toggle }
}
