import type { Invitation } from '@mex/core/account/referral.ts'
import { sql, type Tx } from '#db/sql.ts'

/** Invitations where both accounts are open and the invited user is verified. */
const rewardable = sql`
  from app_user invited join app_user inviter on inviter.id = invited.invited_by
  where invited.real_status = 3 and invited.state not in ('CLOSING', 'CLOSED')
    and inviter.state not in ('CLOSING', 'CLOSED')`

/** A page of these invitations, in order of the invited user's id above `after`; read without locks. */
export async function verifiedInvitations(tx: Tx, after: number, limit: number): Promise<Invitation[]> {
  const { rows } = await sql<Invitation>`
    select inviter.id as inviter, invited.id as invited ${rewardable} and invited.id > ${after}
    order by invited.id limit ${limit}`.execute(tx)
  return rows
}

/** Whether an invitation still qualifies; called with both users locked. */
export async function isRewardable(tx: Tx, { inviter, invited }: Invitation): Promise<boolean> {
  const { rows } = await sql`
    select 1 ${rewardable} and invited.id = ${invited} and inviter.id = ${inviter}`.execute(tx)
  return rows.length > 0
}

/** The users whom a user has invited. */
export async function invitedBy(tx: Tx, inviter: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from app_user where invited_by = ${inviter}`.execute(tx)
  return rows.map(({ id }) => id)
}
