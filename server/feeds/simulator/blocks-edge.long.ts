import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { confirmMilliseconds, remainingAt, type BlockOffer } from '@mex/core/blocks/block-offer.ts'
import { isRemoval, isSplit } from '@mex/core/market/corporate-actions.ts'
import { dayMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { levels } from './chacha.ts'
import { openDaySecrets } from './day-secrets.ts'
import { openDraws, type Draws } from './draws.ts'
import { openSimulatedFeed } from './simulated-feed.ts'

/**
 * Blocks give nobody an edge beyond their discount, which is the known pay for the lock-up: whatever a buyer picks by what is public
 * when buying, the shares move by chance between the fill and the end of the lock-up. Fees and spreads are left out: they only cost.
 */

const catalogue = openCatalogue()
const marketCount = 20
const from = Date.parse('2026-03-01')
const until = Date.parse('2027-03-01')
const hour = 3_600_000

/** A block as one buyer sees it at one time of the offer, and how its share moves on. */
type Seen = {
  readonly offer: BlockOffer
  /** Per mille of the last price. */
  readonly discount: number
  /** What had been sold when buying, as a share of the offer, and how fast. */
  readonly sold: number
  readonly pace: number
  /** How the price moved in the days before. */
  readonly momentum: number
  readonly isLate: boolean
  readonly isWeekend: boolean
  readonly picked: boolean
  /** From the price without the discount at the fill to the end of the lock-up. */
  readonly rise: number
}

/** In the shares of now: a split is no gain. */
function lastAt(feed: DrawnFeed, key: string, at: number): number | undefined {
  const quote = feed.quote(key, at)
  return quote === undefined ? undefined : Number(quote.last) / 1e8
}

/** What a share pays and how its number changes between two instants, by one share of the first. */
function grownBy(feed: DrawnFeed, key: string, since: number, to: number): { shares: number; paid: number } {
  let [shares, paid] = [1, 0]
  for (const action of feed.actions(key, to)) {
    if (action.exAt <= since || action.exAt > to) continue
    if (isSplit(action)) shares *= Number(action.to) / Number(action.from)
    else if (action.kind === 'dividend') paid += (shares * Number(action.amount)) / 1e8
    else if (isRemoval(action)) return { shares: 0, paid: paid + (shares * Number(action.price)) / 1e8 }
  }
  return { shares, paid }
}

function see(feed: DrawnFeed, offer: BlockOffer, draws: Draws): readonly Seen[] {
  const { instrument, publishedAt, endsAt, unlocksAt, total, discount } = offer
  return [draws.next(), 0.98].flatMap((part) => {
    const at = publishedAt + Math.floor(part * (endsAt - publishedAt))
    const filledAt = feed.nextTick(at + confirmMilliseconds)
    const [now, earlier] = [lastAt(feed, instrument, filledAt), lastAt(feed, instrument, at - 3 * dayMilliseconds)]
    const sales = feed.blockSales(offer, at)
    const left = Number(remainingAt(offer, sales, at)) / Number(total)
    const end = Math.min(unlocksAt, until + 30 * dayMilliseconds)
    const { shares, paid } = grownBy(feed, instrument, filledAt, end)
    const then = lastAt(feed, instrument, end)
    if (now === undefined || earlier === undefined || then === undefined) return []
    const weekday = new Date(at).getUTCDay()
    return [
      {
        offer,
        discount: Number(discount / 10n ** 9n),
        sold: 1 - left,
        pace: (1 - left) / Math.max(hour, at - publishedAt),
        momentum: now / earlier - 1,
        isLate: part === 0.98,
        isWeekend: weekday === 0 || weekday === 6,
        picked: draws.next() < 0.5,
        rise: (then * shares + paid) / now - 1,
      },
    ]
  })
}

function yearOf(market: number): readonly Seen[] {
  const keys = openDaySecrets(Buffer.from(`blocks ${market}`), 3)
  const feed = openSimulatedFeed({ keys, catalogue, practiceHours: true })
  const draws = openDraws(openDaySecrets(Buffer.from(`buyers ${market}`), 3), {
    day: utcDay(from),
    level: levels.day,
    id: 0,
  })
  const found = new Map<number, BlockOffer>()
  for (let at = from; at < until; at += 2 * dayMilliseconds)
    for (const offer of feed.blockOffers(at)) if (offer.publishedAt >= from) found.set(offer.id, offer)
  return [...found.values()].flatMap((offer) => see(feed, offer, draws))
}

type Strategy = { readonly name: string; readonly buys: (seen: Seen) => boolean }
const strategies: readonly Strategy[] = [
  { name: 'every block', buys: () => true },
  { name: 'a random half', buys: ({ picked }) => picked },
  { name: 'the biggest discounts', buys: ({ discount }) => discount >= 40 },
  { name: 'the smallest discounts', buys: ({ discount }) => discount <= 20 },
  { name: 'the largest offers', buys: ({ offer }) => offer.total >= 400_000n * 10n ** 8n },
  { name: 'the smallest offers', buys: ({ offer }) => offer.total <= 150_000n * 10n ** 8n },
  { name: 'what is nearly sold out', buys: ({ sold }) => sold > 0.8 },
  { name: 'what nobody buys', buys: ({ sold }) => sold < 0.1 },
  { name: 'what is left falls fastest', buys: ({ pace }) => pace * 24 * hour > 0.6 },
  { name: 'what is left falls slowest', buys: ({ pace }) => pace * 24 * hour < 0.1 },
  { name: 'just before the end', buys: ({ isLate }) => isLate },
  { name: 'at the weekend', buys: ({ isWeekend }) => isWeekend },
  { name: 'after a fall', buys: ({ momentum }) => momentum < -0.04 },
  { name: 'after a rise', buys: ({ momentum }) => momentum > 0.04 },
  { name: 'short lock-ups', buys: ({ offer }) => offer.lockDays <= 4 },
  { name: 'long lock-ups', buys: ({ offer }) => offer.lockDays >= 9 },
  ...(['US', 'HK', 'MX'] as const).map((market) => ({
    name: `blocks of ${market}`,
    buys: ({ offer }: Seen) => offer.market === market,
  })),
]

const mean = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length
const deviation = (values: readonly number[]): number => {
  const middle = mean(values)
  return Math.sqrt(mean(values.map((each) => (each - middle) ** 2)))
}

describe('over twenty markets and a year', () => {
  let years: readonly (readonly Seen[])[]
  before(() => {
    years = Array.from({ length: marketCount }, (_, market) => yearOf(market))
  })

  test('enough blocks were seen, and their prices move', () => {
    const all = years.flat()
    assert.ok(all.length > marketCount * 800, `${all.length}`)
    assert.ok(deviation(all.map(({ rise }) => rise)) > 0.03)
  })

  for (const { name, buys } of strategies)
    test(`buying ${name} earns nothing beyond chance and the discount`, () => {
      // One figure for each market and year: within it, offers overlap and share the market's moves.
      const results = years.map((year) => {
        const bought = year.filter(buys)
        return bought.length < 5 ? undefined : mean(bought.map(({ rise }) => rise))
      })
      const known = results.filter((result) => result !== undefined)
      assert.ok(known.length >= marketCount / 2, `${known.length} markets`)
      const edge = mean(known)
      const chance = deviation(known) / Math.sqrt(known.length - 1)
      // Beside 19 strategies, three and a half deviations are chance.
      assert.ok(edge < 3.5 * chance + 0.002, `${(edge * 100).toFixed(3)} % ± ${(chance * 100).toFixed(3)} %`)
    })
})

test('the edge would be seen: buyers who knew the end of the lock-up would earn', () => {
  const seen = yearOf(0)
  const knowing = seen.filter(({ rise }) => rise > 0)
  assert.ok(mean(knowing.map(({ rise }) => rise)) > 0.02)
  assert.ok(present(seen[0], 'a block').offer.id > 0)
})
