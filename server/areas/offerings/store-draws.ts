import type { OfferSource } from '@mex/core/offerings/offer.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'
import type { OfferName } from './store.ts'

/** The randomness and the key of a draw (rulebook §20.4-4), hexadecimal. */
export type StoredDraw = {
  readonly source: OfferSource
  readonly offer: number
  readonly beacon: string
  /** The place in the chain of the journal whose hash the beacon is. */
  readonly sequence: number
  readonly key: string
  readonly drawnAt: number
}

/** Saves a draw unless it is there already. */
export async function insertDraw(tx: Tx, { source, offer, beacon, sequence, key, drawnAt }: StoredDraw): Promise<void> {
  await sql`
    insert into offer_draw (source, offer_id, beacon, beacon_seq, key, drawn_at)
    values (${source}, ${offer}, ${beacon}, ${sequence}, ${key}, ${isoInstant(drawnAt)})
    on conflict (source, offer_id) do nothing`.execute(tx)
}

/** The draws of some offers. */
export async function drawsOf(tx: Tx, offers: readonly OfferName[]): Promise<StoredDraw[]> {
  if (offers.length === 0) return []
  const given = columns(offers, ['smallint', ({ source }) => source], ['bigint', ({ id }) => id])
  const { rows } = await sql<StoredDraw>`
    select offer_draw.source, offer_draw.offer_id as offer, beacon, beacon_seq as sequence, key, drawn_at as "drawnAt"
    from ${given} as given (source, offer_id) join offer_draw using (source, offer_id)`.execute(tx)
  return rows
}

/** The offers that have been drawn. */
export async function drawnOffers(tx: Tx): Promise<OfferName[]> {
  const { rows } = await sql<OfferName>`select source, offer_id as id from offer_draw`.execute(tx)
  return rows
}
