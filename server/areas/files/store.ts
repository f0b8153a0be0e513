import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

/** The owner of pictures: a user, or before sign-in a network (HMAC of its address). */
export type Owner =
  | { readonly userId: number; readonly network?: undefined }
  | { readonly userId?: undefined; readonly network: Buffer }

const ofOwner = (owner: Owner) =>
  owner.userId === undefined ? sql`network = ${owner.network}` : sql`user_id = ${owner.userId}`

/** Locks an owner, so that concurrent uploads cannot exceed the limit. */
export async function lockOwner(tx: Tx, owner: Owner): Promise<void> {
  const name = owner.userId === undefined ? owner.network.toString('hex') : `person ${owner.userId}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 7206))`.execute(tx)
}

export async function countSince(tx: Tx, owner: Owner, since: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from file where ${ofOwner(owner)} and uploaded_at > ${isoInstant(since)}`.execute(tx)
  return rows[0]?.count ?? 0
}

export type Found = { readonly id: string; readonly size: number }

/** Finds the same picture of the same owner and renews its upload time. */
export async function renewDuplicate(tx: Tx, owner: Owner, digest: Buffer, now: number): Promise<Found | undefined> {
  const at = isoInstant(now)
  const { rows } = await sql<Found>`
    update file set uploaded_at = ${at}, needed_at = ${at}
    where id = (select id from file where ${ofOwner(owner)} and digest = ${digest} limit 1)
    returning id, size`.execute(tx)
  return rows[0]
}

export type NewFile = {
  readonly id: string
  readonly digest: Buffer
  readonly encrypted: Buffer
  readonly size: number
  readonly width: number
  readonly height: number
  readonly now: number
}

export async function insertFile(tx: Tx, owner: Owner, file: NewFile): Promise<void> {
  const at = isoInstant(file.now)
  await sql`
    insert into file (id, user_id, network, digest, sealed, size, width, height, uploaded_at, needed_at)
    values (${file.id}, ${owner.userId ?? null}, ${owner.network ?? null}, ${file.digest}, ${file.encrypted}, ${file.size},
      ${file.width}, ${file.height}, ${at}, ${at})`.execute(tx)
}

/** A picture that a user uploaded, or that is attached to a record of the user. */
export async function encryptedFileOf(tx: Tx, userId: number, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ encrypted: Buffer }>`
    select sealed as encrypted from file where id = ${id} and (user_id = ${userId}
      or exists (select from file_use where file_id = file.id and file_use.user_id = ${userId}))`.execute(tx)
  return rows[0]?.encrypted
}

/** A picture of any owner. */
export async function encryptedFileById(tx: Tx, id: string): Promise<Buffer | undefined> {
  const { rows } = await sql<{ encrypted: Buffer }>`select sealed as encrypted from file where id = ${id}`.execute(tx)
  return rows[0]?.encrypted
}

export type ImageSize = { readonly id: string; readonly width: number; readonly height: number }

export async function sizesOf(tx: Tx, ids: readonly string[]): Promise<readonly ImageSize[]> {
  const { rows } = await sql<ImageSize>`
    select id, width, height from file where id = any(${ids}::text[])`.execute(tx)
  return rows
}

export type Claimant = { readonly userId: number; readonly network: Buffer | undefined }

/**
 * Marks the pictures that a user may attach as needed and answers their ids: uploaded by the user (or by the network
 * before sign-in) since an instant, or attached to another record of the user.
 */
export async function claimFiles(
  tx: Tx,
  ids: readonly string[],
  { userId, network }: Claimant,
  { since, now }: { readonly since: number; readonly now: number },
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    update file set needed_at = greatest(needed_at, ${isoInstant(now)})
    where id = any(${ids}::text[])
      and (((user_id = ${userId} or network = ${network ?? null}) and uploaded_at > ${isoInstant(since)})
        or exists (select from file_use where file_id = file.id and file_use.user_id = ${userId}))
    returning id`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** A record of another area that references pictures. */
export type FileRecord = { readonly type: string; readonly id: number }

export async function insertUses(
  tx: Tx,
  ids: readonly string[],
  { userId, record, keepUntil }: { readonly userId: number; readonly record: FileRecord; readonly keepUntil?: number },
): Promise<void> {
  const until = keepUntil === undefined ? null : isoInstant(keepUntil)
  await sql`
    insert into file_use (file_id, user_id, record, record_id, keep_until)
    select distinct given.id, ${userId}::bigint, ${record.type}, ${record.id}::bigint, ${until}::timestamptz
    from ${columns(ids, ['text', (id) => id])} as given (id)
    on conflict (record, record_id, file_id) do update set keep_until = excluded.keep_until`.execute(tx)
}

export async function endUses(tx: Tx, record: FileRecord, keepUntil: number): Promise<void> {
  await sql`
    update file_use set keep_until = ${isoInstant(keepUntil)}
    where record = ${record.type} and record_id = ${record.id}`.execute(tx)
}

/** Deletes ended uses and pictures that were not needed since an instant; answers how many pictures. */
export async function deleteUnusedFiles(
  tx: Tx,
  { now, unusedSince, limit }: { readonly now: number; readonly unusedSince: number; readonly limit: number },
): Promise<number> {
  await sql`delete from file_use where keep_until <= ${isoInstant(now)}`.execute(tx)
  // A concurrent use changes `needed_at`, which the outer condition checks again before the deletion.
  const { rows } = await sql`
    delete from file where id in (
      select id from file where needed_at <= ${isoInstant(unusedSince)}
        and not exists (select from file_use where file_id = file.id)
      order by needed_at limit ${limit} for update skip locked
    ) and needed_at <= ${isoInstant(unusedSince)} returning id`.execute(tx)
  return rows.length
}
