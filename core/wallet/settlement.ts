import { least } from '#money/decimal.ts'
import { addMoney, money, type Money } from '#money/money.ts'
import { isoDate, localDay, minuteMilliseconds, type Zone } from '#time-zone.ts'
import type { Wallet } from './wallets.ts'

/** Proceeds of one wallet that may not leave it before `releaseDate` (rulebook §10.4): a memo, no ledger account. */
export type Unsettled = {
  /** Market date, YYYY-MM-DD. A wallet has one row per date. */
  readonly releaseDate: string
  readonly amount: Money
}

/** Whose trading day releases the proceeds of a wallet: the other wallets have none that wait (rulebook §10.4). */
const releaseZones: Readonly<Partial<Record<Wallet, Zone>>> = {
  BALANCE: 'America/Mexico_City',
  US_STOCK: 'America/New_York',
  HK_STOCK: 'Asia/Hong_Kong',
}
/** Proceeds are released this long after midnight of the market (rulebook §2.2). */
const releaseMinute = 15

/** The newest date of release that has come in a zone at an instant (epoch milliseconds). */
const releasedDate = (zone: Zone, at: number): string =>
  isoDate(localDay(zone, at - releaseMinute * minuteMilliseconds))

/** The wallets whose proceeds wait, each with the newest date of release that has come at an instant. */
export const releasedDates = (at: number): ReadonlyMap<Wallet, string> =>
  new Map(Object.entries(releaseZones).map(([wallet, zone]) => [wallet as Wallet, releasedDate(zone, at)]))

/** The rows not settled at an instant. A row whose date has come is void, whether or not the job has deleted it yet. */
export function stillUnsettled(rows: readonly Unsettled[], wallet: Wallet, at: number): readonly Unsettled[] {
  const zone = releaseZones[wallet]
  if (rows.length === 0 || zone === undefined) return rows
  const released = releasedDate(zone, at)
  return rows.filter(({ releaseDate }) => releaseDate > released)
}

export const unsettledTotal = (rows: readonly Unsettled[]): Money => addMoney(...rows.map((row) => row.amount))

/** When the first of the rows is released; undefined when everything has settled. */
export const nextRelease = (rows: readonly Unsettled[]): string | undefined =>
  rows.map((row) => row.releaseDate).sort()[0]

/** Adds the proceeds of a sale; proceeds with the same release date share one row. */
export function addUnsettled(rows: readonly Unsettled[], amount: Money, releaseDate: string): readonly Unsettled[] {
  if (amount <= 0n) return rows
  const others = rows.filter((row) => row.releaseDate !== releaseDate)
  const same = rows.filter((row) => row.releaseDate === releaseDate)
  const row = { releaseDate, amount: addMoney(unsettledTotal(same), amount) }
  return [...others, row].toSorted((left, right) => (left.releaseDate < right.releaseDate ? -1 : 1))
}

/**
 * The rows after money of the wallet was used up by a fill, a loss or a fee (rulebook §10.4): unsettled money is
 * used first, the oldest of it first. A mere reservation uses up nothing.
 */
export function consumeUnsettled(rows: readonly Unsettled[], amount: Money): readonly Unsettled[] {
  let left: bigint = amount
  const kept: Unsettled[] = []
  for (const row of rows.toSorted((one, other) => (one.releaseDate < other.releaseDate ? -1 : 1))) {
    const used = left > 0n ? least(row.amount, left) : 0n
    left -= used
    if (row.amount > used) kept.push({ releaseDate: row.releaseDate, amount: money(row.amount - used) })
  }
  return kept
}
