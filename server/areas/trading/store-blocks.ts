import { sources } from '@mex/core/market/instrument.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import { isoInstant } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { columns, sql, type Tx } from '#db/sql.ts'
import { orderOf } from './stored-rows.ts'

type OfferKey = { readonly user: number; readonly offer: number }

/** All orders of these users for these offers, in any state. */
export async function loadBlocks(tx: Tx, keys: readonly OfferKey[]): Promise<readonly Order[]> {
  if (keys.length === 0) return []
  const given = columns(keys, ['bigint', ({ user }) => user], ['bigint', ({ offer }) => offer])
  const { rows } = await sql<Rows['trade_order']>`
    select * from trade_order where (user_id, offer_id) in (select user_id, offer_id from ${given} as given (user_id, offer_id))
    order by user_id, id`.execute(tx)
  return rows.map(orderOf)
}

/** Orders of blocks that were accepted by an instant and wait; after an order, at most `limit`. */
export async function unconfirmedBlocks(
  tx: Tx,
  acceptedBy: number,
  after: number,
  limit: number,
): Promise<readonly Order[]> {
  const { rows } = await sql<Rows['trade_order']>`
    select * from trade_order where offer_id is not null and status = 'accepted' and accepted_at <= ${isoInstant(acceptedBy)}
      and id > ${after} order by id limit ${limit}`.execute(tx)
  return rows.map(orderOf)
}

/** Users with shares of blocks whose lock-up is over, after a user, at most `limit`. */
export async function usersToUnlock(tx: Tx, now: number, after: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct user_id as id from position
    where state = 'LOCKED' and source = ${sources.blockTrade} and expires_at <= ${isoInstant(now)} and user_id > ${after}
    order by user_id limit ${limit}`.execute(tx)
  return rows.map(({ id }) => id)
}

/** The quotes that gave the blocks among some orders of a user their price, by order. */
export async function quotesOfBlocks(
  tx: Tx,
  user: number,
  orders: readonly Order[],
): Promise<ReadonlyMap<number, string>> {
  const blocks = orders.flatMap(({ id, block }) => (block === undefined ? [] : id))
  if (blocks.length === 0) return new Map()
  const { rows } = await sql<{ order: number; quote: string }>`
    select order_id as "order", quote_id as quote from execution
    where user_id = ${user} and order_id = any(${blocks}::bigint[])`.execute(tx)
  return new Map(rows.map(({ order, quote }) => [order, quote]))
}
