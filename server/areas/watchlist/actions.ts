import type { Input } from '@mex/contract/call.ts'
import type { watchlist } from '@mex/contract/watchlist/calls.ts'
import { codeOfKey, sources, type Instrument } from '@mex/core/market/instrument.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { bondOfCode } from '#areas/bonds/watched.ts'
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
  const found = market === 'BOND' ? bond(input.code, feed, now) : instrument(input, now, { feed, listings })
  if (found === undefined) return refusal('unknown_instrument', { field: 'secuCode' })
  if (found.classify !== classify) return refusal('not_tradable', { field: 'classify' })
  if (found.source !== source) return refusal('not_tradable', { field: 'assettype' })
  const { code } = found
  const { userId } = person
  return inTransaction(db, async (tx) => {
    await lockUsers(tx, [userId])
    const known = await watchId(tx, userId, market, code)
    if (known !== undefined) return { id: known }
    if ((await countWatches(tx, userId)) >= settings.watchlist.rowsMax) return refusal('wrong_state')
    const name = input.name ?? found.name.en
    return { id: await insertWatch(tx, userId, { market, code, source, classify, name }, now) }
  })
}

type Found = Pick<Instrument, 'code' | 'name' | 'classify' | 'source'>

function instrument(
  { market, code }: Input<typeof watchlist.save>,
  now: number,
  { feed, listings }: Pick<MarketData, 'feed' | 'listings'>,
): Found | undefined {
  const found = feed.instruments(now).get(listings(now).keyOf(market, code) ?? '')
  return found === undefined ? undefined : { ...found, code: codeOfKey(found.key) }
}

function bond(code: string, feed: MarketData['feed'], now: number): Found | undefined {
  const found = bondOfCode(feed, code, now)
  return found === undefined
    ? undefined
    : { code: found.code, name: found.name, classify: 'Bond', source: sources.bonds }
}
