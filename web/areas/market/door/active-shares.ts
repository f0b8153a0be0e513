import { market as marketCalls } from '@mex/contract/market/calls.ts'

import { useCall } from '#data/call.ts'
import { keyOfListing, type Listing } from './listing.ts'

/** A list of so few rows leaves its place empty. */
const shortMax = 8
const shown = 10

/** The active shares that follow a short list, without its own rows; undefined until known, where there are none, and where the list is long. */
export function useActiveShares(list: readonly Listing[] | undefined): readonly Listing[] | undefined {
  const isShort = list !== undefined && list.length <= shortMax
  const active = useCall(
    marketCalls.top,
    { market: 'US', type: 'active', rows: shortMax + shown },
    { when: isShort, everySeconds: 60 },
  )
  if (!isShort) return undefined
  const known = new Set(list.map(keyOfListing))
  const others = active.data?.filter((row) => !known.has(keyOfListing(row))).slice(0, shown)
  return others?.length === 0 ? undefined : others
}
