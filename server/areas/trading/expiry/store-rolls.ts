import type { RefusalWord } from '@mex/core/refusal.ts'
import { isoInstant } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

/** Notes whether a user wishes to roll a position; `position` is also the id of the order that opens it. */
export async function saveRollWish(
  tx: Tx,
  wish: { readonly user: number; readonly position: number; readonly isWanted: boolean; readonly at: number },
): Promise<void> {
  await sql`
    insert into contract_roll (user_id, position_id, is_wanted, wished_at)
    values (${wish.user}, ${wish.position}, ${wish.isWanted}, ${isoInstant(wish.at)})
    on conflict (user_id, position_id) do update set is_wanted = excluded.is_wanted, wished_at = excluded.wished_at
    where contract_roll.decided_at is null`.execute(tx)
}

/** The positions that these users wish to roll, and for which nothing is decided. */
export async function rollsWanted(tx: Tx, users: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select position_id as id from contract_roll
    where user_id = any(${users}::bigint[]) and is_wanted and decided_at is null`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** An order in the place of another one carries its wish on, while nothing is opened. */
export async function carryRollWish(
  tx: Tx,
  { user, from, to }: { readonly user: number; readonly from: number; readonly to: number },
): Promise<void> {
  await sql`
    insert into contract_roll (user_id, position_id, is_wanted, wished_at)
    select user_id, ${to}::bigint, is_wanted, wished_at from contract_roll
    where user_id = ${user} and position_id = ${from} and is_wanted and decided_at is null`.execute(tx)
}

/** What became of a wish at the settlement: an order for the next month, or why there is none. */
export type RollOutcome = {
  readonly user: number
  readonly position: number
  readonly at: number
  readonly outcome: { readonly order: number } | { readonly refused: RefusalWord }
}

export async function saveRollOutcomes(tx: Tx, outcomes: readonly RollOutcome[]): Promise<void> {
  if (outcomes.length === 0) return
  await sql`
    update contract_roll set decided_at = done.at, order_id = done.order_id, refused = done.refused
    from ${columns(
      outcomes,
      ['bigint', ({ user }) => user],
      ['bigint', ({ position }) => position],
      ['timestamptz', ({ at }) => isoInstant(at)],
      ['bigint', ({ outcome }) => ('order' in outcome ? outcome.order : null)],
      ['text', ({ outcome }) => ('refused' in outcome ? outcome.refused : null)],
    )} as done (user_id, position_id, at, order_id, refused)
    where contract_roll.user_id = done.user_id and contract_roll.position_id = done.position_id`.execute(tx)
}

/** All wishes of a user, for the check of fills. */
export async function rollsOf(tx: Tx, user: number): Promise<readonly Rows['contract_roll'][]> {
  const { rows } = await sql<Rows['contract_roll']>`
    select * from contract_roll where user_id = ${user} order by position_id`.execute(tx)
  return rows
}
