import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Answer, Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/calls.ts'
import { present } from '@mex/core/assert.ts'
import { formatQuantity, price, quantity, type Quantity } from '@mex/core/money.ts'
import type { Side } from '@mex/core/orders.ts'
import { refuse } from '@mex/core/refusal.ts'
import { tickAt } from '@mex/core/ticks.ts'
import { dayMilliseconds, dayNumber, isoDate, minuteMilliseconds, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { commitmentDays, type DaySecrets } from '#feeds/simulator/day-secrets.ts'
import type { SimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { booksBefore, type Books } from '#areas/ledger/actions.ts'
import { firstDay } from './commitments.ts'
import { gapsBetween } from './gaps.ts'
import { commitmentsFrom, configurationVersions } from './store.ts'

/** What was filled at a quote, without a word about by whom. Raw units. */
export type FillAtQuote = {
  readonly price: bigint
  readonly side: string
  readonly level: number
  readonly quantity: bigint
}

export type AuditParts = {
  readonly feed: Feed
  /** The simulated market's secrets; undefined where prices are not drawn. */
  readonly simulated: { readonly feed: SimulatedFeed; readonly secrets: DaySecrets } | undefined
  readonly fillsAt: (tx: Tx, quoteId: string) => Promise<readonly FillAtQuote[]>
}

type Anchor = Answer<typeof calls.audit.anchor>

/** An anchor is of the state half an hour after its date (rulebook §30). */
const anchorDelay = 30 * minuteMilliseconds
/** How long the books of a day that still runs are shown without looking again. */
const freshMilliseconds = 60_000
const configurationMost = 1000

/** What anybody can check the product by (specification, calls O). */
export function auditHandlers(parts: AuditParts) {
  const { feed, fillsAt } = parts
  const books = openBooks()
  const hashes = openQuoteHashes(feed)
  return {
    async anchor({ date }, context) {
      const { db, now } = context
      const today = utcDay(now)
      const day = date === undefined ? today : dayNumber(date)
      if (day > today) return refuse('not_found', { field: 'date' })
      const until = (day + 1) * dayMilliseconds
      const first = await firstDay(db, now)
      const revealed = revealedBy(parts, first, Math.min(now, until + anchorDelay))
      const commitments = await commitmentsFrom(db, isoDate(day + 1), commitmentDays)
      return {
        date: isoDate(day),
        at: Math.min(now, until + anchorDelay),
        ...(await books(db, day, now)),
        quotesHash: until > now || day < first ? undefined : await hashes(day),
        commitments: commitments.map(({ date: committed, hash }) => ({ date: committed, hash })),
        revealed,
        gaps: await gapsBetween(db, day * dayMilliseconds, until),
      }
    },
    async fills({ quoteId }, { db, now }) {
      const quote = feed.quoteById(quoteId, now) ?? refuse('not_found', { field: 'quoteId' })
      const instrument = present(feed.instruments(quote.exchangeTime).get(quote.key), quote.key)
      return {
        quoteId,
        market: instrument.market,
        code: instrument.code,
        at: quote.exchangeTime,
        bid: quote.bid,
        ask: quote.ask,
        bidSize: quote.bidSize,
        askSize: quote.askSize,
        tick: tickAt(instrument.ticks, quote.ask),
        fills: (await fillsAt(db, quoteId)).map((fill) => ({
          price: price(fill.price),
          side: fill.side as Side,
          level: fill.level,
          quantityBucket: bucketOf(quantity(fill.quantity)),
        })),
      }
    },
    async configuration(_, { db }) {
      return configurationVersions(db, configurationMost)
    },
  } satisfies Handlers<typeof calls.audit, Context, PersonContext>
}

/** The secrets that were told last by an instant; with those of earlier anchors they reach back to the beginning. */
function revealedBy({ simulated }: AuditParts, first: DayNumber, instant: number): Anchor['revealed'] {
  if (simulated === undefined) return []
  const audit = simulated.feed.audit(simulated.secrets, first)
  const last = utcDay(instant)
  const newest = audit.revealed(last - commitmentDays, instant).filter(({ date }) => date <= isoDate(last))
  return newest.map(({ date, secret }) => ({ date, seed: secret }))
}

/** The books of a day: of one that has ended they are read once, of the one that runs at most once a minute. */
function openBooks() {
  const known = new Map<DayNumber, { readonly until: number; readonly books: Promise<Books> }>()
  return async (tx: Tx, day: DayNumber, now: number): Promise<Books> => {
    const end = (day + 1) * dayMilliseconds
    const found = known.get(day)
    if (found !== undefined && now < found.until) return found.books
    if (known.size > daysKept) known.clear()
    const books = booksBefore(tx, Math.min(end, now + 1))
    known.set(day, { until: now < end + anchorDelay ? now + freshMilliseconds : Infinity, books })
    books.catch(() => known.delete(day))
    return books
  }
}

const daysKept = 1000
/** Instruments that are looked up before other work gets its turn. */
const hashBatch = 20

/** SHA-256 over the quote in force at the end of a day of everything listed then: `id last bid ask` and a line feed each. */
function openQuoteHashes(feed: Feed) {
  const known = new Map<DayNumber, Promise<string>>()
  async function compute(day: DayNumber): Promise<string> {
    const end = (day + 1) * dayMilliseconds - 1
    const hash = createHash('sha256')
    let count = 0
    for (const key of [...feed.instruments(end).keys()].toSorted()) {
      const quote = feed.quote(key, end)
      if (quote !== undefined) hash.update(`${quote.id} ${quote.last} ${quote.bid} ${quote.ask}\n`)
      count += 1
      if (count % hashBatch === 0) await setImmediate()
    }
    return hash.digest('hex')
  }
  return (day: DayNumber): Promise<string> => {
    const found = known.get(day)
    if (found !== undefined) return found
    if (known.size > daysKept) known.clear()
    const computed = compute(day)
    known.set(day, computed)
    return computed
  }
}

/** The power of ten that a quantity lies in: 25 shares are '10–99'. */
export function bucketOf(amount: Quantity): string {
  const [whole = '0'] = formatQuantity(amount).split('.')
  if (whole === '0') return '0–1'
  const from = 10n ** BigInt(whole.length - 1)
  return `${from}–${from * 10n - 1n}`
}
