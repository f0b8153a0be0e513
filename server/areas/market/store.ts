import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

/** A hash that fixes the secret of a date (YYYY-MM-DD), in hexadecimal. */
export type StoredCommitment = {
  readonly date: string
  readonly modelVersion: number
  readonly hash: string
  readonly publishedAt: number
}

/** The commitments from a date on, oldest first. */
export async function commitmentsFrom(tx: Tx, date: string, limit: number): Promise<StoredCommitment[]> {
  const { rows } = await sql<Omit<StoredCommitment, 'hash'> & { hash: Buffer }>`
    select date, model_version as "modelVersion", commitment as hash, published_at as "publishedAt" from day_commitment
    where date >= ${date} order by date limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, hash: row.hash.toString('hex') }))
}

/** The first date with a commitment: that of the first start. */
export async function firstCommittedDate(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ date: string | null }>`select min(date) as date from day_commitment`.execute(tx)
  return rows[0]?.date ?? undefined
}

/** The instant of the first commitments. */
export async function firstCommittedAt(tx: Tx): Promise<number | undefined> {
  const { rows } = await sql<{ at: number | null }>`select min(published_at) as at from day_commitment`.execute(tx)
  return rows[0]?.at ?? undefined
}

/** Publishes new commitments; returns their number. */
export async function insertCommitments(tx: Tx, rows: readonly StoredCommitment[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into day_commitment (date, model_version, commitment, published_at)
    select * from ${columns(rows, ['date', (row) => row.date], ['int', (row) => row.modelVersion], ['bytea', (row) => Buffer.from(row.hash, 'hex')], ['timestamptz', (row) => isoInstant(row.publishedAt)])}
    on conflict do nothing`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** The text of a published anchor; undefined before it is published. */
export async function anchorText(tx: Tx, date: string): Promise<string | undefined> {
  const { rows } = await sql<{ document: string }>`select document from anchor where date = ${date}`.execute(tx)
  return rows[0]?.document
}

export async function lastAnchorDate(tx: Tx): Promise<string | undefined> {
  const { rows } = await sql<{ date: string | null }>`select max(date) as date from anchor`.execute(tx)
  return rows[0]?.date ?? undefined
}

export type StoredAnchor = { readonly date: string; readonly text: string; readonly hash: Buffer }

/** The published anchors after a date (from the first when there is none), oldest first. */
export async function anchorsAfter(tx: Tx, date: string | undefined, limit: number): Promise<StoredAnchor[]> {
  const { rows } = await sql<StoredAnchor>`
    select date, document as text, hash from anchor where ${date ?? null}::date is null or date > ${date ?? null}
    order by date limit ${limit}`.execute(tx)
  return rows
}

export type NewAnchor = {
  readonly date: string
  readonly text: string
  readonly hash: Buffer
  readonly createdAt: number
}

export async function insertAnchor(tx: Tx, { date, text, hash, createdAt }: NewAnchor): Promise<void> {
  await sql`
    insert into anchor (date, document, hash, created_at)
    values (${date}, ${text}, ${hash}, ${isoInstant(createdAt)}) on conflict do nothing`.execute(tx)
}

export type ConfigurationRow = {
  readonly id: number
  readonly key: string
  readonly value: unknown
  readonly effectiveFrom: number
  readonly author: string
  readonly reason: string
  readonly hash: string
}

/** Every version of the configuration, oldest first. */
export async function configurationVersions(tx: Tx, limit: number): Promise<ConfigurationRow[]> {
  const { rows } = await sql<Omit<ConfigurationRow, 'hash'> & { hash: Buffer }>`
    select id, key, value, effective_from as "effectiveFrom", author, reason, hash from config_version
    order by id limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, hash: row.hash.toString('hex') }))
}
