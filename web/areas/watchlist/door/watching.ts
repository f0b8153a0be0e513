import { watchlist } from '@mex/contract/watchlist/calls.ts'

import { refresh, useCall, useSend } from '#data/call.ts'
import { useSession } from '#data/session.ts'
import { createStore, useStore } from '#data/store.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { keyOfListing, type Listing } from '#areas/market/door/listing.ts'

/** What was tapped and is on its way to the server: the star turns at once. */
const underWay = createStore<ReadonlyMap<string, boolean>>(new Map())

function note(key: string, isWatched: boolean | undefined): void {
  const noted = new Map(underWay.get())
  if (isWatched === undefined) noted.delete(key)
  else noted.set(key, isWatched)
  underWay.set(noted)
}

export type Watching = {
  readonly isWatched: (listing: Listing) => boolean
  /** Adds what is not watched, removes what is (spec §4). Without a session it leads to the login page. */
  readonly toggle: (listing: Listing) => void
}

/** The person's watchlist as stars ask about it. */
export function useWatching(): Watching {
  const session = useSession()
  const navigation = useNavigation()
  const pending = useStore(underWay)
  const list = useCall(watchlist.list, {}, { when: session !== undefined, freshSeconds: 60 })
  const save = useSend(watchlist.save, { done: true })
  const remove = useSend(watchlist.removeCode, { done: true })
  const watched = new Set(list.data?.map(keyOfListing))
  const isWatched = (listing: Listing): boolean => {
    const key = keyOfListing(listing)
    return pending.get(key) ?? (list.data === undefined ? (listing.isWatched ?? false) : watched.has(key))
  }
  const change = async (listing: Listing): Promise<void> => {
    const { market, code, classify, source, name } = listing
    const key = keyOfListing(listing)
    const wanted = !isWatched(listing)
    note(key, wanted)
    if (wanted) await save.send({ market, code, classify, source, name })
    else await remove.send({ market, code })
    await refresh(watchlist.list)
    note(key, undefined)
  }
  const toggle = (listing: Listing): void => {
    if (session === undefined) navigation.to('login')
    else void change(listing)
  }
  return { isWatched, toggle }
}
