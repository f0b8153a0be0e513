import { present } from '@mex/core/assert.ts'
import type { IdentityFault } from '@mex/core/kyc/identity-documents.ts'
import {
  permissionNumbers,
  verificationNumbers,
  type PermissionFault,
  type PermissionStatus,
  type VerificationStatus,
} from '@mex/core/kyc/verification.ts'

import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'
import type { Due } from './store-due.ts'

function wordOf<Word extends string>(numbers: Readonly<Record<Word, number>>, number: number): Word {
  const words = Object.keys(numbers) as Word[]
  return present(
    words.find((word) => numbers[word] === number),
    `status ${number}`,
  )
}

export type VerificationState = { readonly identity: VerificationStatus; readonly block: PermissionStatus }

/** The verification and permission status of a user. */
export async function verificationStateOf(tx: Tx, userId: number): Promise<VerificationState> {
  const { rows } = await sql<{ identity: number; block: number }>`
    select real_status as identity, block_status as block from app_user where id = ${userId}`.execute(tx)
  const { identity, block } = present(rows[0], 'a person')
  return { identity: wordOf(verificationNumbers, identity), block: wordOf(permissionNumbers, block) }
}

export async function saveIdentity(
  tx: Tx,
  userId: number,
  status: VerificationStatus,
  reason: IdentityFault | undefined,
): Promise<void> {
  await sql`
    update app_user set real_status = ${verificationNumbers[status]}, real_reason = ${reason ?? null}
    where id = ${userId}`.execute(tx)
}

export async function savePermission(
  tx: Tx,
  userId: number,
  status: PermissionStatus,
  reason: PermissionFault | undefined,
): Promise<void> {
  await sql`
    update app_user set block_status = ${permissionNumbers[status]}, block_reason = ${reason ?? null}
    where id = ${userId}`.execute(tx)
}

export type Submission = {
  readonly id: number
  readonly userId: number
  readonly isCompany: boolean
  readonly status: VerificationStatus
  readonly encrypted: Buffer
  readonly document: Buffer
  readonly reason: IdentityFault | undefined
  readonly submittedAt: number
  readonly dueAt: number
  readonly decidedAt: number | undefined
}

type SubmissionRow = Omit<Submission, 'status' | 'reason' | 'decidedAt'> & {
  readonly status: number
  readonly reason: IdentityFault | null
  readonly decidedAt: number | null
}

const submissionColumns = sql`verification.id, verification.user_id as "userId", (user_type = 4) as "isCompany",
  verification.status, sealed as encrypted, document, reason, submitted_at as "submittedAt", due_at as "dueAt",
  decided_at as "decidedAt"`
const withPerson = sql`from verification join app_user on app_user.id = verification.user_id`

const submissionOf = (row: SubmissionRow | undefined): Submission | undefined =>
  row === undefined
    ? undefined
    : {
        ...row,
        status: wordOf(verificationNumbers, row.status),
        reason: row.reason ?? undefined,
        decidedAt: row.decidedAt ?? undefined,
      }

export async function lastSubmission(tx: Tx, userId: number): Promise<Submission | undefined> {
  const { rows } = await sql<SubmissionRow>`
    select ${submissionColumns} ${withPerson} where verification.user_id = ${userId}
    order by verification.id desc limit 1`.execute(tx)
  return submissionOf(rows[0])
}

export async function submissionById(tx: Tx, id: number): Promise<Submission | undefined> {
  const { rows } = await sql<SubmissionRow>`
    select ${submissionColumns} ${withPerson} where verification.id = ${id}`.execute(tx)
  return submissionOf(rows[0])
}

export async function countSubmissions(tx: Tx, userId: number, since: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from verification
    where user_id = ${userId} and submitted_at > ${isoInstant(since)}`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Reserves the id of a submission: its pictures are attached before the row is written. */
export async function takeSubmissionId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('verification', 'id')) as id`.execute(tx)
  return present(rows[0], 'an id').id
}

export async function insertSubmission(
  tx: Tx,
  row: Pick<Submission, 'id' | 'userId' | 'encrypted' | 'document' | 'submittedAt' | 'dueAt'>,
): Promise<void> {
  await sql`
    insert into verification (id, user_id, status, sealed, document, submitted_at, due_at)
    overriding system value
    values (${row.id}, ${row.userId}, ${verificationNumbers.under_review}, ${row.encrypted}, ${row.document},
      ${isoInstant(row.submittedAt)}, ${isoInstant(row.dueAt)})`.execute(tx)
}

export async function saveVerdict(
  tx: Tx,
  id: number,
  verdict: { readonly status: VerificationStatus; readonly reason: IdentityFault | undefined; readonly at: number },
): Promise<void> {
  await sql`
    update verification set status = ${verificationNumbers[verdict.status]}, reason = ${verdict.reason ?? null},
      decided_at = ${isoInstant(verdict.at)}
    where id = ${id}`.execute(tx)
}

/** Locks a document, so that concurrent reviews cannot verify two users with it. */
export async function lockDocument(tx: Tx, document: Buffer): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${document.toString('hex')}, 7207))`.execute(tx)
}

/** Whether another user is verified with a document. */
export async function isHeldByAnother(tx: Tx, document: Buffer, userId: number): Promise<boolean> {
  const { rows } = await sql`
    select from verification where document = ${document} and status = ${verificationNumbers.verified}
      and user_id <> ${userId} limit 1`.execute(tx)
  return rows.length > 0
}

export type Application = {
  readonly id: number
  readonly userId: number
  readonly status: PermissionStatus
  readonly riskAcknowledged: boolean
  readonly reason: PermissionFault | undefined
  readonly dueAt: number
}

type ApplicationRow = Omit<Application, 'status' | 'reason'> & {
  readonly status: number
  readonly reason: PermissionFault | null
}

export async function lastApplication(tx: Tx, userId: number): Promise<Application | undefined> {
  const { rows } = await sql<ApplicationRow>`
    select id, user_id as "userId", status, risk_acknowledged as "riskAcknowledged", reason, due_at as "dueAt"
    from block_application where user_id = ${userId} order by id desc limit 1`.execute(tx)
  const [row] = rows
  return row === undefined
    ? undefined
    : { ...row, status: wordOf(permissionNumbers, row.status), reason: row.reason ?? undefined }
}

export async function insertApplication(
  tx: Tx,
  row: { readonly userId: number; readonly riskAcknowledged: boolean; readonly at: number; readonly dueAt: number },
): Promise<void> {
  await sql`
    insert into block_application (user_id, status, risk_acknowledged, applied_at, due_at)
    values (${row.userId}, ${permissionNumbers.under_review}, ${row.riskAcknowledged}, ${isoInstant(row.at)},
      ${isoInstant(row.dueAt)})`.execute(tx)
}

export async function saveApplication(
  tx: Tx,
  id: number,
  verdict: { readonly status: PermissionStatus; readonly reason: PermissionFault | undefined; readonly at: number },
): Promise<void> {
  await sql`
    update block_application set status = ${permissionNumbers[verdict.status]}, reason = ${verdict.reason ?? null},
      decided_at = ${isoInstant(verdict.at)}
    where id = ${id}`.execute(tx)
}

/** Due applications, the earliest due first; read without locks. */
export async function dueApplications(tx: Tx, now: number, limit: number): Promise<readonly Due[]> {
  const { rows } = await sql<Due>`
    select id, user_id as "userId" from block_application where status = 1 and due_at <= ${isoInstant(now)}
    order by due_at, id limit ${limit}`.execute(tx)
  return rows
}
