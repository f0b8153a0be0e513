import { createHash, createHmac } from 'node:crypto'
import { assert } from '@mex/core/assert.ts'
import { dayMilliseconds, isoDate, type DayNumber } from '@mex/core/time-zone.ts'

/**
 * The version of the rules that turn draws into prices. A change of any constant changes every price, so the version is
 * part of the label from which a day's secret is derived. 0 is the reference of the published test vectors; 1 gave the
 * root of the tick tree 8 bits (market model §5); 2 counts the carry of pairs and metals by the night; 3 has dividends and
 * splits.
 */
export type ModelVersion = 0 | 3

/** The key of each UTC day, from which all random numbers of the day are drawn, for every market (market model §3). */
export type DayKeys = {
  /** Eight little-endian words. Throws for a day whose secret is not known. */
  keyOf(day: number): Uint32Array
}

/** Hours after the end of its date at which a day's secret is published (`market.revealHours`, rulebook §13.6). */
export const revealHours = 48
/** Days ahead with published commitments, so that an operator cannot replace a secret the evening before. */
export const commitmentDays = 35

export type DaySecrets = DayKeys & {
  /** The day's secret, 32 bytes in hexadecimal. Private until the day is public (`lastPublicDay`). */
  secretOf(day: number): string
  /** SHA-256 commitment to a day's secret, published before the day begins. */
  commitmentOf(day: number): string
  /** SHA-256 commitment to the master secret. */
  readonly masterCommitment: string
}

const label = (version: ModelVersion, day: number): string =>
  version === 0 ? `mex-day-1|${isoDate(day)}` : `mex-day-1|model-${version}|${isoDate(day)}`

/** The commitment to a revealed secret, which an auditor compares with the one published before. */
export function commitmentTo(day: number, secret: string): string {
  return createHash('sha256')
    .update(`mex-commit-1|${isoDate(day)}|${secret}`)
    .digest('hex')
}

/** Derives the secrets of every day from the installation's master secret. */
export function openDaySecrets(master: Uint8Array, version: ModelVersion): DaySecrets {
  assert(master.length > 0, 'a master secret is not empty')
  const keys = new Map<number, Uint32Array>()
  const digest = (day: number): Buffer => createHmac('sha256', master).update(label(version, day)).digest()
  return {
    keyOf(day) {
      let key = keys.get(day)
      if (key === undefined) {
        key = wordsOf(digest(day))
        keys.set(day, key)
      }
      return key
    },
    secretOf: (day) => digest(day).toString('hex'),
    commitmentOf: (day) => commitmentTo(day, digest(day).toString('hex')),
    masterCommitment: createHash('sha256').update('mex-master-1|').update(master).digest('hex'),
  }
}

/** The keys of revealed days only, with which anyone can recompute those days. */
export function openRevealedKeys(secrets: ReadonlyMap<number, string>): DayKeys {
  const keys = new Map([...secrets].map(([day, secret]) => [day, wordsOf(Buffer.from(secret, 'hex'))]))
  return {
    keyOf(day) {
      const key = keys.get(day)
      assert(key !== undefined, `the secret of ${isoDate(day)} has been revealed`)
      return key
    },
  }
}

/** The last day whose secret is revealed at `now`: its date ended at least `revealHours` ago. */
export function lastRevealedDay(now: number): number {
  return Math.floor((now - revealHours * 3_600_000) / dayMilliseconds) - 1
}

export type RevealedSecret = { readonly date: string; readonly secret: string }

export type RevealWindow = {
  /** The UTC day of the installation's first start: days before it are public from the beginning. */
  readonly firstStart: DayNumber
  /** The first requested day. */
  readonly from: DayNumber
  readonly now: number
}

/** The last day whose secret is public at `now`: revealed, or before the first start. */
export const lastPublicDay = (firstStart: DayNumber, now: number): DayNumber =>
  Math.max(lastRevealedDay(now), firstStart - 1)

/** The secrets that are public at `now`, oldest first. Empty when there are none. */
export function revealedSecrets(
  secrets: DaySecrets,
  { firstStart, from, now }: RevealWindow,
): readonly RevealedSecret[] {
  const revealed: RevealedSecret[] = []
  const last = lastPublicDay(firstStart, now)
  for (let day = from; day <= last; day += 1) revealed.push({ date: isoDate(day), secret: secrets.secretOf(day) })
  return revealed
}

function wordsOf(secret: Buffer): Uint32Array {
  assert(secret.length === 32, 'a day secret has 32 bytes')
  return Uint32Array.from({ length: 8 }, (_, index) => secret.readUInt32LE(4 * index))
}
