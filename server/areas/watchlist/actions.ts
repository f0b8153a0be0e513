import type { Input } from '@mex/contract/call.ts'
import type { watchlist } from '@mex/contract/watchlist/calls.ts'
import { codeOfKey } from '@mex/core/market/instrument.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { inTransaction } from '#db/sql.ts'
import type { MarketData } from '#areas/market/market-data.ts'
import type { PersonContext } from '#context.ts'
import { lockUsers } from '#db/lane.ts'
import { countWatches, insertWatch, watchId } from './store.ts'

/**
 * Adds an instrument to the watchlist (rulebook §28); an instrument that is on it keeps its row. Refuses:
 * unknown_instrument, not_tradable if class or product are not the instrument's, wrong_state if the list is full.
 */
export async function watch(
  input: Input<typeof watchlist.save>,
  { db, person, now }: PersonContext,
  { feed, listings }: Pick<MarketData, 'feed' | 'listings'>,
): Promise<{ readonly id: number } | Refusal> {
  const { market, source, classify } = input
  const instrument = feed.instruments(now).get(listings(now).keyOf(market, input.code) ?? '')
  if (instrument === undefined) return refusal('unknown_instrument', { field: 'secuCode' })
  if (instrument.classify !== classify) return refusal('not_tradable', { field: 'classify' })
  if (instrument.source !== source) return refusal('not_tradable', { field: 'assettype' })
  const code = codeOfKey(instrument.key)
  const { userId } = person
  return inTransaction(db, async (tx) => {
    await lockUsers(tx, [userId])
    const known = await watchId(tx, userId, market, code)
    if (known !== undefined) return { id: known }
    if ((await countWatches(tx, userId)) >= settings.watchlist.rowsMax) return refusal('wrong_state')
    const name = input.name ?? instrument.name.en
    return { id: await insertWatch(tx, userId, { market, code, source, classify, name }, now) }
  })
}
