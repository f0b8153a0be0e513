import type { Position } from '@mex/core/trading/positions.ts'
import { sources } from '@mex/core/market/instrument.ts'
import type { Rows } from '#db/schema.ts'
import { enqueueNotices } from '#db/outbox.ts'
import { columns, sql, type Tx, type UserRowKey } from '#db/sql.ts'
import { isoInstant } from '#clock.ts'
import { savePositions } from './store.ts'
import { positionOf } from './stored-rows.ts'

/** Saves the positions of allotted shares, which no order opened (rulebook §20.3, §21). Their users are locked. */
export async function openAllottedPositions(tx: Tx, positions: readonly Position[]): Promise<void> {
  await savePositions(tx, positions)
  await enqueueNotices(
    tx,
    positions.map(({ user, id }) => ({ userId: user, topic: 'position', refId: id })),
  )
}

/** Locked positions of allotted shares whose lock is over by an instant, at most `limit`. */
export async function positionsToUnlock(tx: Tx, now: number, limit: number): Promise<UserRowKey[]> {
  const { rows } = await sql<{ userId: number; id: number }>`
    select user_id as "userId", id from position
    where state = 'LOCKED' and source <> ${sources.blockTrade} and expires_at <= ${isoInstant(now)} order by user_id, id limit ${limit}`.execute(
    tx,
  )
  return rows
}

/** Opens locked positions, whose users are locked; returns those that were locked (rulebook §8.3 E56, §16.7). */
export async function unlockPositions(tx: Tx, keys: readonly UserRowKey[], at: number): Promise<readonly UserRowKey[]> {
  const given = columns(keys, ['bigint', ({ userId }) => userId], ['bigint', ({ id }) => id])
  const { rows } = await sql<{ userId: number; id: number }>`
    update position set state = 'OPEN', expires_at = null, changed_at = ${isoInstant(at)}
    from ${given} as given (user_id, id)
    where position.user_id = given.user_id and position.id = given.id and state = 'LOCKED'
    returning position.user_id as "userId", position.id`.execute(tx)
  await enqueueNotices(
    tx,
    rows.map(({ userId, id }) => ({ userId, topic: 'position', refId: id })),
  )
  return rows
}

/** The open positions of a person that placings opened: the one with an id, or those in an instrument. */
export async function positionsOfPlacings(
  tx: Tx,
  userId: number,
  { id, instrument }: { readonly id: number | undefined; readonly instrument: string | undefined },
): Promise<readonly Position[]> {
  const { rows } = await sql<Rows['position']>`
    select * from position
    where user_id = ${userId} and source = ${sources.placingStock} and state <> 'CLOSED'
      and (${id ?? null}::bigint is null or id = ${id ?? null})
      and (${instrument ?? null}::text is null or instrument = ${instrument ?? null})
    order by id`.execute(tx)
  return rows.map(positionOf)
}
