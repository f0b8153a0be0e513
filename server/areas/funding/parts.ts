import type { Refusal } from '@mex/core/refusal.ts'
import type { Database, Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'

/** Which row of this area needs pictures. */
type PictureRecord = { readonly type: 'card' | 'deposit'; readonly id: number }
type Pictures = readonly { readonly field: string; readonly path: string | undefined }[]

/** What this area asks the others about a person, in its own transactions. */
export type FundingDoors = {
  /** Why the state of somebody's verification stands in the way of a withdrawal (rulebook §6.3). */
  verificationRefusal(tx: Tx, user: number): Promise<Refusal | undefined>
  /** Counts a wrong attempt; the count is committed with the refusal. */
  checkPayPassword(tx: Tx, user: number, payPassword: string, now: number): Promise<Refusal | undefined>
  /** When a password was last reset, epoch milliseconds (rulebook §10.3). */
  securityChangedAt(tx: Tx, user: number): Promise<number | undefined>
  /** Keeps pictures for a record; refuses with the field of one that is not this person's. */
  attachImages(
    tx: Tx,
    user: number,
    images: Pictures,
    use: { readonly record: PictureRecord; readonly now: number },
  ): Promise<Refusal | undefined>
  /** The record needs its pictures no more. */
  releaseImages(tx: Tx, record: PictureRecord, keepUntil: number): Promise<void>
  /** Which of these pictures can still be read. */
  readableImages(tx: Tx, paths: readonly string[]): Promise<ReadonlySet<string>>
}

/** Seals what is written on cards under a key outside the database. */
export type Sealing = {
  seal(content: Uint8Array, label: string): Buffer
  open(sealed: Uint8Array, label: string): Buffer
}

export type FundingParts = {
  readonly db: Database
  readonly feed: Feed
  /** From which the addresses and hashes of the simulated chain follow. */
  readonly chainSecret: Buffer
  readonly sealing: Sealing
  readonly doors: FundingDoors
}
