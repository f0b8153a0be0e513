import { isCodeChange, isRemoval, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { keepSnapshots, type Span } from '#feeds/keep-snapshots.ts'
import type { FirstPrice, Listing } from '#feeds/listing.ts'
import { drawChance, levels } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { openDraws } from './draws.ts'
import { hashDraw } from './hash-draw.ts'
import { priceLevelDay } from './model.ts'
import { ownPathId } from './path-ids.ts'

/** What is decided about an invented company on a day. */
type Review =
  | { readonly kind: 'none' }
  | { readonly kind: 'code'; readonly code: string }
  /** The final price is the price of the day, times the factor. */
  | { readonly kind: 'removal'; readonly reason: 'merger' | 'delisting'; readonly factor: number }

/** A company that this project invented: only such a company is taken over, leaves the market or gets another code. */
export type Company = {
  readonly firstReview: DayNumber
  /** Known to nobody before the day: it is drawn under the secret of the day. */
  readonly review: (day: DayNumber) => Review
  /** Yearly, of its currency. */
  readonly interest: number
}

/** Days between two reviews. */
export const companyReview = 365
/** Chances of one review. A premium and a discount are as likely and as large, so that holding gains nothing by them. */
const chances = { merger: 0.08, delisting: 0.08, code: 0.12 } as const
const leastPremium = 0.15
const mostPremium = 0.4

const wordRange = 2 ** 32

/** Undefined for a real company. */
export function companyOf(
  { instrument, invented, issue }: Listing,
  keys: DayKeys,
  catalogue: Catalogue,
): Company | undefined {
  const { key, code, currency } = instrument
  const interest = Number(catalogue.currencies.get(currency)?.interest ?? 0n) / 1e12
  if (issue !== undefined) return youngCompany(issue, keys, interest)
  if (invented === undefined) return undefined
  const id = ownPathId(key)
  const words = new Uint32Array(16)
  return {
    firstReview: priceLevelDay + Math.floor(companyReview * hashDraw(`${code} company review`)),
    interest,
    review(day) {
      drawChance(keys.keyOf(day), levels.companies, id, 0, words)
      const [chance, size] = [words[0]! / wordRange, words[1]! / wordRange]
      const premium = leastPremium + (mostPremium - leastPremium) * size
      if (chance < chances.merger) return { kind: 'removal', reason: 'merger', factor: 1 + premium }
      if (chance < chances.merger + chances.delisting)
        return { kind: 'removal', reason: 'delisting', factor: 1 - premium }
      const changesCode = chance < chances.merger + chances.delisting + chances.code
      return changesCode ? { kind: 'code', code: invented.nextCode } : { kind: 'none' }
    },
  }
}

/**
 * A company whose shares were a new issue leaves after a year, so that the market does not grow without end; whether at a premium
 * or a discount nobody knows before.
 */
function youngCompany({ pathId, listsAt }: FirstPrice, keys: DayKeys, interest: number): Company {
  return {
    firstReview: utcDay(listsAt) + companyReview,
    interest,
    review(day) {
      const draws = openDraws(keys, { day, level: levels.companies, id: pathId })
      const isTakeover = draws.next() < 0.5
      const premium = leastPremium + (mostPremium - leastPremium) * draws.next()
      return {
        kind: 'removal',
        reason: isTakeover ? 'merger' : 'delisting',
        factor: isTakeover ? 1 + premium : 1 - premium,
      }
    },
  }
}

/** The instruments of the catalogue as they are listed at an instant: with present codes, without those that have left. */
export type CompanyListings = {
  /** The same map until something changes. */
  readonly instruments: (now: number) => ReadonlyMap<string, Instrument>
  /** The shares that have left by an instant. */
  readonly removed: (now: number) => ReadonlyMap<string, Instrument>
}

type Snapshot = Span & {
  readonly instruments: ReadonlyMap<string, Instrument>
  readonly removed: ReadonlyMap<string, Instrument>
}

export function openCompanyListings(
  catalogue: Catalogue,
  actionsOf: (key: string, now: number) => readonly CorporateAction[],
): CompanyListings {
  function take(now: number): Snapshot {
    const listed = catalogue.listedAt(now)
    const instruments = new Map(listed.instruments)
    const removed = new Map<string, Instrument>()
    let { from, until } = listed
    for (const { instrument, invented, issue } of listed.listings.values()) {
      if (invented === undefined && issue === undefined) continue
      const { key } = instrument
      const declared = actionsOf(key, now)
      // What is not declared yet is declared at the start of a day, when the listings end anyway.
      const coming = declared.map(({ exAt }) => exAt).filter((exAt) => exAt > now)
      until = Math.min(until, ...coming)
      for (const action of declared.filter(({ exAt }) => exAt <= now)) {
        from = Math.max(from, action.exAt)
        if (isCodeChange(action)) instruments.set(key, { ...instrument, code: action.to })
        else if (isRemoval(action)) {
          removed.set(key, { ...(instruments.get(key) ?? instrument), tradable: false })
          instruments.delete(key)
        }
      }
    }
    return { from, until, instruments, removed }
  }

  const at = keepSnapshots(take)
  return { instruments: (now) => at(now).instruments, removed: (now) => at(now).removed }
}
