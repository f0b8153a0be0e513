import type { FormFile } from '@mex/contract/files/fields.ts'
import { accepted, isRefusal, Refused, refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Randomness } from '#randomness.ts'
import type { NetworkQuotas } from '#db/network-quotas.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import { openEncryption } from '#encryption.ts'
import { reencode } from './pictures.ts'
import {
  countSince,
  endUses,
  insertFile,
  insertUses,
  lockOwner,
  renewDuplicate,
  encryptedFileById,
  encryptedFileOf,
  sizesOf,
  claimFiles,
  type FileRecord,
  type ImageSize,
  type Owner,
} from './store.ts'

const limits = settings.upload
export const hour = 3_600_000
const day = 24 * hour
const bytesMax = limits.megabytesMax * 1024 * 1024
const idBytes = 16
/** The database size of a picture row besides its bytes, so that many small pictures count too. */
const rowBytes = 1024
const prefix = '/file/'

/** The uploader: a user, or before sign-in a network. */
export type Uploader = { readonly userId: number | undefined; readonly network: string }

export type StoredFile = { readonly path: string; readonly size: number }

/** Uploaded pictures: re-encoded, encrypted, and shown to their owner only (rulebook §6.2, §31 `file.*`). */
export type Files = {
  /**
   * The same picture of the same uploader has the same path. Refuses: file_too_large, upload_failed (also for a muted
   * user), too_many_requests (the limit of a user, of a network before sign-in, or of the bytes of a network per day).
   */
  upload(file: FormFile, sender: Uploader, now: number): Promise<StoredFile | Refusal>
  /** For the page: undefined when there is no such picture, or when it belongs to another user. */
  imageOf(userId: number, id: string): Promise<Buffer | undefined>
  /** For other areas, without checking the owner; undefined when it has been removed. */
  imageBytes(tx: Tx, path: string): Promise<Buffer | undefined>
  /** See `attachImages`; also accepts pictures that the network uploaded before the account existed. */
  attachImages(tx: Tx, owner: Uploader & { userId: number }, images: Images, use: Use): Promise<Refusal | undefined>
}

export type FilesDependencies = {
  readonly db: Database
  readonly secret: Buffer
  readonly randomness: Randomness
  /** How many times faster than the wall clock the market clock runs: limits of uploads use the wall clock. */
  readonly speed: number
  readonly quotas: NetworkQuotas
  /** Whether an operator has muted a user (rulebook §2.1). */
  readonly isMuted: (tx: Tx, userId: number) => Promise<boolean>
}

export function openFiles({ db, secret, randomness, speed, quotas, isMuted }: FilesDependencies): Files {
  const encryption = openEncryption(secret, 'pictures', randomness)
  const networkOf = (network: string): Buffer => encryption.digest('network', network)
  const decrypted = (encrypted: Buffer | undefined, id: string): Buffer | undefined =>
    encrypted === undefined ? undefined : encryption.decrypt(encrypted, id)

  async function upload({ bytes }: FormFile, sender: Uploader, now: number): Promise<StoredFile | Refusal> {
    if (bytes.length > bytesMax)
      return refusal('file_too_large', { field: 'file', values: { n: String(limits.megabytesMax) } })
    const owner: Owner =
      sender.userId === undefined ? { network: networkOf(sender.network) } : { userId: sender.userId }
    if (owner.userId !== undefined && (await isMuted(db, owner.userId)))
      return refusal('upload_failed', { field: 'file' })
    const digest = encryption.digest('picture', bytes)
    const since = { day: now - day * speed, hour: now - hour * speed }
    const [same, room, quotaRefusal] = await Promise.all([
      renewDuplicate(db, owner, digest, now),
      hasRoom(db, owner, since),
      quotas.refuses(db, sender.network, 'upload_bytes'),
    ])
    if (same !== undefined) return { path: prefix + same.id, size: same.size }
    if (!room) return refusal('too_many_requests')
    if (quotaRefusal !== undefined) return quotaRefusal
    const picture = await reencode(sender.network, bytes)
    if (isRefusal(picture)) return picture
    const { width, height } = picture
    const size = picture.bytes.length
    const id = randomness.bytes(idBytes).toString('base64url')
    const encrypted = encryption.encrypt(picture.bytes, id)
    return inTransaction(db, async (tx): Promise<StoredFile | Refusal> => {
      await lockOwner(tx, owner)
      const duplicate = await renewDuplicate(tx, owner, digest, now)
      if (duplicate !== undefined) return { path: prefix + duplicate.id, size: duplicate.size }
      if (!(await hasRoom(tx, owner, since))) return refusal('too_many_requests')
      await insertFile(tx, owner, { id, digest, encrypted, size, width, height, now })
      // Last, because it locks the quota of the network; thrown, so that the transaction is rolled back.
      accepted<undefined>(await quotas.take(tx, sender.network, 'upload_bytes', size + rowBytes))
      return { path: prefix + id, size }
    }).catch((error: unknown) => {
      if (error instanceof Refused) return error.refusal
      throw error
    })
  }

  return {
    upload,
    imageOf: async (userId, id) => decrypted(await encryptedFileOf(db, userId, id), id),
    imageBytes: async (tx, path) => decrypted(await encryptedFileById(tx, idOf(path)), idOf(path)),
    attachImages: (tx, { userId, network }, images, use) =>
      attach(tx, { userId, network: networkOf(network) }, images, use),
  }
}

/** Whether an owner is below the limit of the last day or hour, in wall time. */
async function hasRoom(tx: Tx, owner: Owner, since: { readonly day: number; readonly hour: number }): Promise<boolean> {
  return owner.userId === undefined
    ? (await countSince(tx, owner, since.hour)) < limits.perNetworkAndHourMax
    : (await countSince(tx, owner, since.day)) < limits.perDayMax
}

const idOf = (path: string): string => path.slice(prefix.length)

/** The pictures of a request with the wire names of their fields; an omitted field is undefined. */
export type Images = readonly { readonly field: string; readonly path: string | undefined }[]

export type Use = {
  readonly record: FileRecord
  readonly now: number
  /** When the record no longer needs them, if already known. */
  readonly keepUntil?: number
}

/**
 * Attaches pictures to a record of a user: they are kept until `releaseImages`. Refuses with the field of the first
 * picture that the user has neither uploaded within the last 24 hours nor attached to another record.
 */
export const attachImages = (tx: Tx, userId: number, images: Images, use: Use): Promise<Refusal | undefined> =>
  attach(tx, { userId, network: undefined }, images, use)

async function attach(
  tx: Tx,
  taker: { readonly userId: number; readonly network: Buffer | undefined },
  images: Images,
  { record, now, keepUntil }: Use,
): Promise<Refusal | undefined> {
  const given = images.filter((image) => image.path !== undefined).map(({ path = '' }) => idOf(path))
  const since = now - limits.unneededHours * hour
  const taken = given.length === 0 ? new Set<string>() : await claimFiles(tx, given, taker, { since, now })
  const left = images.find(({ path }) => path !== undefined && !taken.has(idOf(path)))
  if (left !== undefined) return refusal('missing_field', { field: left.field })
  if (given.length > 0) {
    const { userId } = taker
    await insertUses(tx, given, keepUntil === undefined ? { userId, record } : { userId, record, keepUntil })
  }
  return undefined
}

/** Releases the pictures of a record after an instant. */
export const releaseImages = (tx: Tx, record: FileRecord, keepUntil: number): Promise<void> =>
  endUses(tx, record, keepUntil)

export type { ImageSize }

/** The dimensions of pictures by path; removed pictures are missing. */
export async function imageSizes(tx: Tx, paths: readonly string[]): Promise<ReadonlyMap<string, ImageSize>> {
  const sizes = await sizesOf(tx, paths.map(idOf))
  return new Map(sizes.map((size) => [prefix + size.id, size]))
}
