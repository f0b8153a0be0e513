import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'

/**
 * Two roles with least privilege (OWASP ASVS 13.2.2). The owner creates and migrates the tables at the start. The worker
 * does everything else and owns nothing: it reads and writes rows, inserts into append-only tables, and can change no
 * table, trigger or constraint of the ledger.
 */

/** The worker role of the built-in database server. */
const workerName = 'mex_worker'
/** Tables that the server reads and never writes. */
const readOnly = ['migration']

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** Creates the worker of the built-in server, with a random password that is valid until the next start. */
export async function openWorker(owner: Pool, connectionString: string): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  await owner.query(`do $$ begin create role ${workerName}; exception when duplicate_object then null; end $$`)
  await owner.query(
    `alter role ${workerName} with login nosuperuser nocreatedb nocreaterole noreplication nobypassrls password '${password}'`,
  )
  const url = new URL(connectionString)
  url.username = workerName
  url.password = password
  return url.href
}

/** Grants a worker the rights that it needs on the existing tables, and revokes all others. */
export async function grantWork(owner: Pool, worker: string): Promise<void> {
  const { rows } = await owner.query<{ name: string; isAppendOnly: boolean }>(`
    select tablename as name, exists (
      select from pg_trigger join pg_proc on pg_proc.oid = tgfoid
      where tgrelid = format('%I.%I', schemaname, tablename)::regclass and proname = 'refuse_change'
    ) as "isAppendOnly"
    from pg_tables where schemaname = 'public' order by 1`)
  const on = (of: (row: (typeof rows)[number]) => boolean): string =>
    rows
      .filter(of)
      .map(({ name }) => quoted(name))
      .join(', ')
  const isReadOnly = ({ name }: { readonly name: string }): boolean => readOnly.includes(name)
  const to = `to ${quoted(worker)}`
  const from = `from ${quoted(worker)}`
  const statements = [
    `revoke all on schema public ${from}`,
    `revoke all on all tables in schema public ${from}`,
    `revoke all on all sequences in schema public ${from}`,
    `grant usage on schema public ${to}`,
    `grant select on ${on(isReadOnly)} ${to}`,
    `grant select, insert on ${on((row) => row.isAppendOnly)} ${to}`,
    `grant select, insert, update, delete on ${on((row) => !row.isAppendOnly && !isReadOnly(row))} ${to}`,
    `grant usage, select on all sequences in schema public ${to}`,
  ]
  // Sent as one text they are atomic: the worker never lacks rights in between.
  await owner.query(statements.join('; '))
}

export class WrongRoles extends Error {
  override readonly name = 'WrongRoles'
}

/** Throws if the worker is a superuser, or owns tables directly or by membership. */
export async function expectFewRights(worker: Pool): Promise<void> {
  const { rows } = await worker.query<{ isStrong: boolean }>(`
    select rolsuper or exists (
      select from pg_tables where schemaname = 'public' and pg_has_role(current_user, tableowner, 'member')
    ) as "isStrong" from pg_roles where rolname = current_user`)
  if (rows[0]?.isStrong !== false)
    throw new WrongRoles(
      'The role of DATABASE_URL owns the tables or may do anything: with DATABASE_OWNER_URL it must be another one.',
    )
}

/** The role of a connection string. */
export async function roleOf(pool: Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('select current_user as name')
  const name = rows[0]?.name
  if (name === undefined) throw new Error('Broken invariant: a connection has a role')
  return name
}
