import { sources } from '@mex/core/market/instrument.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

const source = sources.newStock

/** The randomness and the key of a draw (rulebook §20.4-4), hexadecimal. */
export type StoredDraw = {
  readonly offer: number
  readonly beacon: string
  /** The place in the chain of the journal whose hash the beacon is. */
  readonly sequence: number
  readonly key: string
  readonly drawnAt: number
}

/** Saves a draw unless it is there already. */
export async function insertDraw(tx: Tx, { offer, beacon, sequence, key, drawnAt }: StoredDraw): Promise<void> {
  await sql`
    insert into offer_draw (source, offer_id, beacon, beacon_seq, key, drawn_at)
    values (${source}, ${offer}, ${beacon}, ${sequence}, ${key}, ${isoInstant(drawnAt)})
    on conflict (source, offer_id) do nothing`.execute(tx)
}

/** The draws of some offers. */
export async function drawsOf(tx: Tx, offers: readonly number[]): Promise<StoredDraw[]> {
  if (offers.length === 0) return []
  const { rows } = await sql<{ offer: number; beacon: string; sequence: number; key: string; drawnAt: number }>`
    select offer_id as offer, beacon, beacon_seq as sequence, key, drawn_at as "drawnAt" from offer_draw
    where source = ${source} and offer_id = any(${offers}::bigint[])`.execute(tx)
  return rows
}

/** The offers that have been drawn. */
export async function drawnOffers(tx: Tx): Promise<Set<number>> {
  const { rows } = await sql<{ offer: number }>`
    select offer_id as offer from offer_draw where source = ${source}`.execute(tx)
  return new Set(rows.map(({ offer }) => offer))
}
