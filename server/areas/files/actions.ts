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
/** What a picture takes up in the database beside its bytes: many small ones count too. */
const rowBytes = 1024
const prefix = '/file/'

/** Who hands something in: a person, or before sign-in somebody of a network. */
export type Uploader = { readonly userId: number | undefined; readonly network: string }

export type StoredFile = { readonly path: string; readonly size: number }

/** Pictures of people: drawn anew, encrypted, and shown to their owner alone (rulebook §6.2, §31 `file.*`). */
export type Files = {
  /**
   * The same picture of the same sender has the same path. Refuses: file_too_large, upload_failed (also from whom
   * nothing is taken), too_many_requests (of a person, a network before sign-in, or a network's bytes of the day).
   */
  upload(file: FormFile, sender: Uploader, now: number): Promise<StoredFile | Refusal>
  /** For the page: undefined when there is no such picture, or when it is not this person's. */
  imageOf(userId: number, id: string): Promise<Buffer | undefined>
  /** For other areas, whoever it belongs to; undefined when it has been removed. */
  imageBytes(tx: Tx, path: string): Promise<Buffer | undefined>
  /** See `attachImages`; the network of whoever handed pictures in before there was an account counts too. */
  attachImages(tx: Tx, owner: Uploader & { userId: number }, images: Images, use: Use): Promise<Refusal | undefined>
}

export type FilesDependencies = {
  readonly db: Database
  readonly secret: Buffer
  readonly randomness: Randomness
  /** How many times faster than the wall clock the market clock runs: people hand in by the wall clock. */
  readonly speed: number
  readonly quotas: NetworkQuotas
  /** Whether an operator takes nothing from a person for now (rulebook §2.1). */
  readonly isMuted: (tx: Tx, userId: number) => Promise<boolean>
}

export function openFiles({ db, secret, randomness, speed, quotas, isMuted }: FilesDependencies): Files {
  const encryption = openEncryption(secret, 'pictures', randomness)
  const networkOf = (network: string): Buffer => encryption.digest('network', network)
  const opened = (encrypted: Buffer | undefined, id: string): Buffer | undefined =>
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
    const [same, room, usedUp] = await Promise.all([
      renewDuplicate(db, owner, digest, now),
      hasRoom(db, owner, since),
      quotas.refuses(db, sender.network, 'upload_bytes'),
    ])
    if (same !== undefined) return { path: prefix + same.id, size: same.size }
    if (!room) return refusal('too_many_requests')
    if (usedUp !== undefined) return usedUp
    const picture = await reencode(bytes)
    if (isRefusal(picture)) return picture
    const { width, height } = picture
    const size = picture.bytes.length
    const id = randomness.bytes(idBytes).toString('base64url')
    const encrypted = encryption.encrypt(picture.bytes, id)
    return inTransaction(db, async (tx): Promise<StoredFile | Refusal> => {
      await lockOwner(tx, owner)
      const twin = await renewDuplicate(tx, owner, digest, now)
      if (twin !== undefined) return { path: prefix + twin.id, size: twin.size }
      if (!(await hasRoom(tx, owner, since))) return refusal('too_many_requests')
      await insertFile(tx, owner, { id, digest, encrypted, size, width, height, now })
      // Last, because everybody else of the network waits from here on; thrown, so that the picture is not kept.
      accepted<undefined>(await quotas.take(tx, sender.network, 'upload_bytes', size + rowBytes))
      return { path: prefix + id, size }
    }).catch((error: unknown) => {
      if (error instanceof Refused) return error.refusal
      throw error
    })
  }

  return {
    upload,
    imageOf: async (userId, id) => opened(await encryptedFileOf(db, userId, id), id),
    imageBytes: async (tx, path) => opened(await encryptedFileById(tx, idOf(path)), idOf(path)),
    attachImages: (tx, { userId, network }, images, use) =>
      attach(tx, { userId, network: networkOf(network) }, images, use),
  }
}

/** Whether an owner may hand in more, since a day or an hour of theirs ago. */
async function hasRoom(tx: Tx, owner: Owner, since: { readonly day: number; readonly hour: number }): Promise<boolean> {
  return owner.userId === undefined
    ? (await countSince(tx, owner, since.hour)) < limits.perNetworkAndHourMax
    : (await countSince(tx, owner, since.day)) < limits.perDayMax
}

const idOf = (path: string): string => path.slice(prefix.length)

/** The pictures of a request, each by the wire name of its field; a field that was left out is undefined. */
export type Images = readonly { readonly field: string; readonly path: string | undefined }[]

export type Use = {
  readonly record: FileRecord
  readonly now: number
  /** When the record does not need them any more, where that is known already. */
  readonly keepUntil?: number
}

/**
 * Marks pictures as needed by a record of a person: they are kept until `releaseImages`. Refuses with the field of the
 * first one that the person has not handed in within the last 24 hours, or that another record of theirs does not need.
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

/** The record needs its pictures no more after an instant. */
export const releaseImages = (tx: Tx, record: FileRecord, keepUntil: number): Promise<void> =>
  endUses(tx, record, keepUntil)

export type { ImageSize }

/** How large pictures are, by path; one that has been removed is missing. */
export async function imageSizes(tx: Tx, paths: readonly string[]): Promise<ReadonlyMap<string, ImageSize>> {
  const sizes = await sizesOf(tx, paths.map(idOf))
  return new Map(sizes.map((size) => [prefix + size.id, size]))
}
