import type { Position } from '@mex/core/trading/positions.ts'
import { enqueueNotices } from '#db/outbox.ts'
import { columns, sql, type Tx, type UserRowKey } from '#db/sql.ts'
import { isoInstant } from '#clock.ts'
import { savePositions } from './store.ts'

/** Saves the positions of allotted shares, which no order opened (rulebook §20.3). Their users are locked. */
export async function openAllottedPositions(tx: Tx, positions: readonly Position[]): Promise<void> {
  await savePositions(tx, positions)
  await enqueueNotices(
    tx,
    positions.map(({ user, id }) => ({ userId: user, topic: 'position', refId: id })),
  )
}

/** Locked positions in some instruments, at most `limit`. */
export async function lockedPositions(tx: Tx, instruments: readonly string[], limit: number): Promise<UserRowKey[]> {
  if (instruments.length === 0) return []
  const { rows } = await sql<{ userId: number; id: number }>`
    select user_id as "userId", id from position
    where instrument = any(${instruments}::text[]) and state = 'LOCKED' order by user_id, id limit ${limit}`.execute(tx)
  return rows
}

/** Opens locked positions, whose users are locked; returns those that were locked (rulebook §8.3 E56). */
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
