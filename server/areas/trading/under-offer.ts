import { forbidsShorts } from '@mex/core/blocks/block-offer.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { isUnderWay, type Placing } from '@mex/core/offerings/placing.ts'
import { sql, type Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'

/** The offers of a list by their instrument: the list is the same until another offer is published. */
const byInstrument = new WeakMap<readonly Placing[], ReadonlyMap<string, readonly Placing[]>>()

/**
 * Whether an offer for the shares of an instrument is under way, from its publication until its lock-up ends: the instrument takes
 * no new shorts meanwhile, in any source (rulebook §21).
 */
export function isUnderOffer(feed: Feed, key: string, now: number): boolean {
  if (feed.blockOffers(now).some((offer) => offer.instrument === key && forbidsShorts(offer, now))) return true
  const placings = feed.placings(now)
  const known = byInstrument.get(placings) ?? Map.groupBy(placings, ({ instrument }) => instrument)
  byInstrument.set(placings, known)
  return known.get(key)?.some((placing) => isUnderWay(placing, now)) ?? false
}

/** Whether new shorts of an instrument are taken at an instant. */
export const isShortable = (
  feed: Feed,
  { key, shortable }: Pick<Instrument, 'key' | 'shortable'>,
  now: number,
): boolean => shortable && !isUnderOffer(feed, key, now)

/** Whether a person is short in an instrument, or has an order that may make them so. */
export async function isShortIn(tx: Tx, userId: number, key: string): Promise<boolean> {
  const { rows } = await sql<{ is_short: boolean }>`
    select exists (
      select from position
      where user_id = ${userId} and instrument = ${key} and direction = 'short' and state <> 'CLOSED'
    ) or exists (
      select from trade_order
      where user_id = ${userId} and instrument = ${key} and purpose = 'open' and side = 'sell'
        and status in ('accepted', 'partly_filled')
    ) as is_short`.execute(tx)
  return rows[0]?.is_short ?? false
}
