import type { WatchGroup } from '@mex/contract/watchlist/groups.ts'
import { present } from '@mex/core/assert.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

/** The groups of a user in the user's order, with the rows of the watchlist in them, newest first. */
export async function groupsOf(tx: Tx, userId: number): Promise<WatchGroup[]> {
  const { rows } = await sql<WatchGroup>`
    select id, name, (
        select coalesce(json_agg(watch_id order by watch_id desc), '[]') from watch_group_row
        where group_id = watch_group.id
      ) as rows
    from watch_group where user_id = ${userId} order by place, id`.execute(tx)
  return rows
}

export async function countGroups(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from watch_group where user_id = ${userId}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The group with this name, in any case of its letters. */
export async function groupNamed(tx: Tx, userId: number, name: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from watch_group where user_id = ${userId} and lower(name) = lower(${name}::text)`.execute(tx)
  return rows[0]?.id
}

export async function hasGroup(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    select id from watch_group where user_id = ${userId} and id = ${id}`.execute(tx)
  return rows.length > 0
}

/** Adds a group behind the others. */
export async function insertGroup(tx: Tx, userId: number, name: string, now: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into watch_group (user_id, name, place, created_at)
    select ${userId}, ${name}, coalesce(max(place), 0) + 1, ${isoInstant(now)} from watch_group where user_id = ${userId}
    returning id`.execute(tx)
  return present(rows[0], 'the id of a new group').id
}

export async function renameGroup(tx: Tx, userId: number, id: number, name: string): Promise<void> {
  await sql`update watch_group set name = ${name} where user_id = ${userId} and id = ${id}`.execute(tx)
}

export async function deleteGroup(tx: Tx, userId: number, id: number): Promise<void> {
  await sql`delete from watch_group where user_id = ${userId} and id = ${id}`.execute(tx)
}

/** Makes exactly these rows of the user's watchlist the rows of a group. */
export async function fillGroup(tx: Tx, userId: number, id: number, rows: readonly number[]): Promise<void> {
  await sql`
    delete from watch_group_row where group_id = ${id} and watch_id <> all(${rows}::bigint[])`.execute(tx)
  await sql`
    insert into watch_group_row (group_id, watch_id, user_id)
    select ${id}, watch.id, user_id from watch where user_id = ${userId} and watch.id = any(${rows}::bigint[])
    on conflict do nothing`.execute(tx)
}

/** Puts the named groups first, in this order. */
export async function orderGroups(tx: Tx, userId: number, ids: readonly number[]): Promise<void> {
  await sql`
    update watch_group set place = ordered.place
    from (
      select id, row_number() over (order by array_position(${ids}::bigint[], id), place, id) as place
      from watch_group where user_id = ${userId}
    ) as ordered
    where watch_group.id = ordered.id`.execute(tx)
}
