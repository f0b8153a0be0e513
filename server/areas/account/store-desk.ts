import { sql, type Tx } from '#db/sql.ts'
import type { UserState } from './store.ts'

/** The data of a user that an operator may see: no passwords, no identity documents, no money. */
export type UserSummary = {
  readonly id: number
  readonly username: string
  readonly email: string | null
  readonly state: UserState
  readonly userType: number
  readonly language: string
  readonly realStatus: number
  readonly blockStatus: number
  readonly createdAt: number
  readonly lastSeenAt: number
}

/** A user by id, user ID or e-mail. */
export async function findUser(tx: Tx, name: string): Promise<UserSummary | undefined> {
  const id = /^\d{1,15}$/.test(name) ? Number(name) : -1
  const { rows } = await sql<UserSummary>`
    select id, username, email, state, user_type as "userType", language, real_status as "realStatus",
      block_status as "blockStatus", created_at as "createdAt", last_seen_at as "lastSeenAt" from app_user
    where id = ${id} or lower(username) = lower(${name}) or lower(email) = lower(${name}) order by id = ${id} desc limit 1`.execute(
    tx,
  )
  return rows[0]
}

export type MailRow = {
  readonly id: number
  readonly recipient: string
  readonly subject: string
  readonly body: string
  readonly createdAt: number
  readonly sentAt: number | null
}

/** The newest stored mail, in chronological order. */
export async function newestMail(tx: Tx, limit: number): Promise<MailRow[]> {
  const { rows } = await sql<MailRow>`
    select id, recipient, subject, body, created_at as "createdAt", sent_at as "sentAt" from mail
    order by id desc limit ${limit}`.execute(tx)
  return rows.toReversed()
}
