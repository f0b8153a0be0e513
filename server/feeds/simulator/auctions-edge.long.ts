import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { openDaySecrets } from './day-secrets.ts'
import { modelVersion, openSimulatedFeed } from './simulated-feed.ts'

/**
 * Whether anything that is published of an auction before its cross tells the price of the cross, and whether somebody who trades by
 * it gains. In 20 markets, on days and shares that differ in each.
 */

const catalogue = openCatalogue()
const markets = 20
const sharesPerMarket = 12
const daysPerMarket = 8
const minute = 60_000

type Kind = 'opening' | 'practice'

/** What was published of one auction, and what came of it. Prices are shares of the last indicative price. */
type Seen = {
  readonly kind: Kind
  /** Signed share of the volume that waits, at the end of entry and just before the cross. */
  readonly imbalance: number
  readonly lastImbalance: number
  /** How the imbalance, the volume and the price changed in the last minutes. */
  readonly turn: number
  readonly volume: number
  readonly growth: number
  readonly move: number
  /** The last digits of the volume, in which something could be hidden. */
  readonly digits: number
  /** The print against the indicative price at the end of entry, and against the last one. */
  readonly fromEntry: number
  readonly fromLast: number
  /** What a buyer and a seller at the print have when they close: after a minute, and after an hour. */
  readonly bought: readonly number[]
  readonly sold: readonly number[]
}

const seen: Seen[] = []

function watch(feed: DrawnFeed, key: string, crossesAt: number, kind: Kind): void {
  const figures = (before: number) => present(feed.auctions?.figures(key, crossesAt - before), 'figures')
  const [early, entry, last] = [figures(5 * minute), figures(2 * minute + 1), figures(1)]
  const print = present(feed.quote(key, crossesAt), 'the print')
  const ratio = (price: bigint, of: bigint): number => Number(price - of) / Number(of)
  const waiting = ({ imbalance, volume }: typeof last): number => Number(imbalance) / Number(volume)
  const exits = [crossesAt + minute, crossesAt + 50 * minute].map((at) => present(feed.quote(key, at), 'a quote'))
  seen.push({
    kind,
    imbalance: waiting(entry),
    lastImbalance: waiting(last),
    turn: waiting(last) - waiting(early),
    volume: Number(last.volume) / Number(present(feed.instruments(crossesAt).get(key), key).averageVolume),
    growth: Number(last.volume - early.volume) / Number(last.volume),
    move: ratio(entry.price, early.price),
    digits: Number((last.volume / 100_000_000n) % 1000n),
    fromEntry: ratio(print.last, entry.price),
    fromLast: ratio(print.last, last.price),
    bought: exits.map(({ bid }) => ratio(bid, print.last)),
    sold: exits.map(({ ask }) => -ratio(ask, print.last)),
  })
}

before(() => {
  for (let number = 0; number < markets; number += 1) {
    const keys = openDaySecrets(Buffer.from(`auction edge ${number}`), modelVersion)
    const feed = openSimulatedFeed({ keys, catalogue, practiceHours: true })
    const shares = [...feed.instruments(Date.parse('2026-03-02T12:00:00Z')).values()]
      .filter(({ market }) => market === 'US')
      .slice(number * 7, number * 7 + sharesPerMarket)
    for (let day = 0; day < daysPerMarket; day += 1) {
      // Mondays, in winter time.
      const date = Date.parse('2026-01-05T00:00:00Z') + (number % 4) * 86_400_000 + day * 7 * 86_400_000
      const opening = date + 14.5 * 3_600_000
      if (feed.quote('US:AAPL', opening)?.opening !== true) continue
      for (const { key } of shares) {
        // Some are listed later.
        if (!feed.instruments(opening - 3_600_000).has(key)) continue
        watch(feed, key, opening, 'opening')
        watch(feed, key, date + 24.5 * 3_600_000 - 1_800_000, 'practice')
      }
    }
  }
})

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
const deviation = (numbers: readonly number[]): number => {
  const middle = mean(numbers)
  return Math.sqrt(mean(numbers.map((each) => (each - middle) ** 2)))
}
/** How many standard errors a correlation is away from none. */
function strength(one: readonly number[], other: readonly number[]): number {
  const [left, right] = [mean(one), mean(other)]
  const together = mean(one.map((each, index) => (each - left) * ((other[index] ?? 0) - right)))
  return (together / (deviation(one) * deviation(other))) * Math.sqrt(one.length)
}
/** The ranks of the values, so that no single large move decides. */
function ranked(numbers: readonly number[]): readonly number[] {
  const order = numbers.map((_, index) => index).toSorted((one, other) => (numbers[one] ?? 0) - (numbers[other] ?? 0))
  const ranks = numbers.map(() => 0)
  for (const [rank, index] of order.entries()) ranks[index] = rank
  return ranks
}

const features = ['imbalance', 'lastImbalance', 'turn', 'volume', 'growth', 'move', 'digits'] as const
/** Twenty-eight questions to luck: one of them is beyond this in fewer than one of a thousand runs. */
const luck = 4

describe('what is published before the cross', () => {
  for (const kind of ['opening', 'practice'] as const)
    it(`does not tell the price of the ${kind} print`, () => {
      const own = seen.filter((each) => each.kind === kind)
      assert.ok(own.length > 1500, `${own.length} auctions`)
      for (const target of ['fromEntry', 'fromLast'] as const) {
        const moves = ranked(own.map((each) => each[target]))
        for (const feature of features) {
          const found = strength(ranked(own.map((each) => each[feature])), moves)
          assert.ok(Math.abs(found) < luck, `${feature} tells ${target}: ${found.toFixed(1)} standard errors`)
        }
      }
    })
})

type Bot = readonly [name: string, side: (seen: Seen) => 'buy' | 'sell' | undefined]
const bots: readonly Bot[] = [
  ['buys always', () => 'buy'],
  ['sells always', () => 'sell'],
  ['follows the imbalance', ({ imbalance }) => (imbalance > 0 ? 'buy' : 'sell')],
  ['trades against the imbalance', ({ imbalance }) => (imbalance > 0 ? 'sell' : 'buy')],
  [
    'follows a large imbalance',
    ({ imbalance }) => (Math.abs(imbalance) < 0.15 ? undefined : imbalance > 0 ? 'buy' : 'sell'),
  ],
  ['follows the indicative price', ({ move }) => (move > 0 ? 'buy' : 'sell')],
  ['trades against the indicative price', ({ move }) => (move > 0 ? 'sell' : 'buy')],
  ['buys with a limit at the indicative price', ({ fromEntry }) => (fromEntry <= 0 ? 'buy' : undefined)],
  ['sells with a limit at the indicative price', ({ fromEntry }) => (fromEntry >= 0 ? 'sell' : undefined)],
]

describe('trading by it', () => {
  for (const [name, sideOf] of bots)
    it(`a bot that ${name} gains nothing`, () => {
      for (const kind of ['opening', 'practice'] as const)
        for (const exit of [0, 1]) {
          const results = seen.flatMap((each) => {
            const side = each.kind === kind ? sideOf(each) : undefined
            return side === undefined ? [] : (side === 'buy' ? each.bought : each.sold)[exit]!
          })
          const gain = mean(results) / (deviation(results) / Math.sqrt(results.length))
          assert.ok(results.length > 300)
          assert.ok(gain < 3, `${kind}, exit ${exit}: ${gain.toFixed(1)} standard errors in ${results.length} trades`)
        }
    })
})
