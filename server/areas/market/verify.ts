import { type DayNumber, dayNumber, isoDate, utcDay } from '@mex/core/time-zone.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { Tx } from '#db/sql.ts'
import type { DrawnPrices } from '#feeds/drawn.ts'
import type { Feed } from '#feeds/feed.ts'
import { commitmentTo, openRevealedKeys, revealedSecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { firstDay } from './commitments.ts'
import { commitmentsFrom, type StoredCommitment } from './store.ts'
import { verifyPublished } from './verify-published.ts'

export type QuoteVerification = {
  readonly feed: Feed
  readonly drawn: DrawnPrices
  readonly now: number
  /** Until when a server is known to have worked; undefined before one has. */
  readonly until?: number | undefined
  /** Quotes that something was filled at, as executions name them. */
  readonly quoteIds: readonly string[]
  /** How many of them are recomputed, evenly spread. */
  readonly sample?: number
}

export type QuoteFinding = { readonly about: string; readonly message: string }

export type QuoteReport = {
  /** Days whose told secret was held against what had been published before. */
  readonly days: number
  readonly quotes: number
  /** Quotes of days whose secret is not told yet: nobody can recompute them before. */
  readonly secret: number
  readonly findings: readonly QuoteFinding[]
}

const daysMax = 100_000
const sampleDefault = 200

/**
 * The public audit (rulebook §30): checks revealed secrets against their commitments, looks for missing publications, and
 * recomputes executed quotes from the revealed secrets alone.
 */
export async function verifyQuotes(tx: Tx, verification: QuoteVerification): Promise<QuoteReport> {
  const { feed, drawn, now, quoteIds, sample = sampleDefault } = verification
  const first = await firstDay(tx, now)
  const window = { firstStart: first, from: drawn.firstDrawnDay, now }
  const revealed = new Map(revealedSecrets(drawn.secrets, window).map(({ date, secret }) => [dayNumber(date), secret]))
  const findings: QuoteFinding[] = []
  const all = (await commitmentsFrom(tx, isoDate(first), daysMax)).filter(({ date }) => revealed.has(dayNumber(date)))
  const [commitments, others] = [all.filter(isOfThisModel), all.filter((one) => !isOfThisModel(one))]
  for (const { date, hash } of commitments) {
    const day = dayNumber(date)
    if (commitmentTo(day, revealed.get(day) ?? '') !== hash)
      findings.push({ about: date, message: 'the secret is not the one that was committed to' })
  }
  findings.push(...unverifiable(others))
  const otherDays = new Set(others.map(({ date }) => dayNumber(date)))
  const ends = [...revealed.keys()]
  const lastDay = Math.max(-Infinity, ...ends.slice(-1))
  const dated = quoteIds.map((id) => ({ id, day: dayOf(verification, id) }))
  // A quote that cannot be recomputed has no day, and is a finding.
  const told = dated.filter(({ day }) => day === undefined || day <= lastDay)
  const again = drawn.withKeys(openRevealedKeys(revealed))
  const ours = told.filter(({ day }) => day === undefined || !otherDays.has(day))
  const chosen = evenly(ours, sample).map(({ id }) => id)
  for (const id of chosen) {
    const message = differenceOf(feed.quoteById(id, now), again.quoteById(id, now))
    if (message !== undefined) findings.push({ about: id, message })
  }
  findings.push(...(await verifyPublished(tx, verification.until)))
  return { days: commitments.length, quotes: chosen.length, secret: quoteIds.length - told.length, findings }
}

const isOfThisModel = (commitment: StoredCommitment): boolean => commitment.modelVersion === modelVersion

/** Another price model has other secrets and other prices, which this program cannot recompute. */
function unverifiable(others: readonly StoredCommitment[]): readonly QuoteFinding[] {
  const [oldest, newest] = [others[0], others.at(-1)]
  if (oldest === undefined || newest === undefined) return []
  const message = `promised with price model ${oldest.modelVersion}, and this program has price model ${modelVersion}: verify these days with the version of the program that promised them`
  return [{ about: `${oldest.date} to ${newest.date}`, message }]
}

function dayOf({ feed, now }: QuoteVerification, id: string): DayNumber | undefined {
  const quote = feed.quoteById(id, now)
  return quote === undefined ? undefined : utcDay(quote.venueTime)
}

function evenly<Item>(items: readonly Item[], most: number): readonly Item[] {
  if (items.length <= most) return items
  return Array.from({ length: most }, (_, index) => items[Math.floor((index * items.length) / most)] as Item)
}

const fields = ['last', 'bid', 'ask', 'bidSize', 'askSize', 'venueTime', 'phase', 'opening', 'auctionVolume'] as const

function differenceOf(quoted: Quote | undefined, again: Quote | undefined): string | undefined {
  if (quoted === undefined) return 'the market does not know this quote'
  if (again === undefined) return 'the quote cannot be made again from what was told'
  const field = fields.find((each) => quoted[each] !== again[each])
  return field === undefined ? undefined : `${field} is ${quoted[field]}, made again ${again[field]}`
}
