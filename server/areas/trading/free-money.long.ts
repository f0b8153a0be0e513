import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { isDividend, isRemoval, isSplit } from '@mex/core/market/corporate-actions.ts'
import { isShareMarket, type Instrument } from '@mex/core/market/instrument.ts'
import { marketRules } from '@mex/core/market/products.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { nothing, price, quantityOf, rateOf, valueOf, type Price } from '@mex/core/money/money.ts'
import { overnightAmount } from '@mex/core/trading/overnight.ts'
import type { Feed } from '#feeds/feed.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { cutOffsOf, nextNight } from '#areas/trading/overnight/overnight.ts'

/**
 * Nothing that is hedged earns more than the base rate on the money that it ties up (rulebook §17.2): at the mids of
 * quotes, which is kinder to the one who tries than bid and ask, in twenty markets over a year.
 */
const catalogue = openCatalogue()
const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]
const start = Date.parse('2026-12-01T15:00Z')
const windows = [2 * minute, hour, 9 * hour, day, 3 * day, 7 * day, 30 * day, 90 * day, 365 * day]

type Market = { readonly feed: Feed; readonly random: (below: number) => number }
let markets: readonly Market[] = []
before(() => {
  markets = Array.from({ length: 20 }, (_, seed) => {
    const keys = openDaySecrets(Buffer.from(`free-money-${seed}`), modelVersion)
    let state = seed + 1
    const random = (below: number): number => {
      state = (state * 48_271) % 2_147_483_647
      return state % below
    }
    return { feed: openSimulatedFeed({ keys, catalogue, practiceHours: true }), random }
  })
})

const midOf = (feed: Feed, key: string, at: number): number => {
  const { bid, ask } = present(feed.quote(key, at), `${key} at ${at}`)
  return Number(bid + ask) / 2e8
}
const described = (feed: Feed, key: string, at: number): Instrument =>
  present(feed.instruments(at).get(key) ?? catalogue.anyMonth(key)?.instrument, key)
const tickOf = (feed: Feed, key: string, at: number): number => {
  const { ticks } = described(feed, key, at)
  return Number(tickAt(ticks, present(feed.quote(key, at), key).last)) / 1e8
}

/** Units whose nights are rounded to the cent. */
const units = 1000
/** What one unit of a pair receives for its nights in a window, in its quote currency. */
function swaps(feed: Feed, key: string, direction: 'long' | 'short', from: number, until: number): number {
  const instrument = described(feed, key, from)
  let sum = 0
  for (const { at, nights } of cutOffsOf(catalogue.calendars, instrument.market, from, until)) {
    const night = present(nextNight(catalogue, instrument, at - 1), `the night of ${key}`)
    const { bid, ask } = present(feed.quote(key, at), key)
    const held = {
      direction,
      leverage: 1,
      quantity: quantityOf(String(units)),
      cost: valueOf(bid, quantityOf('1'), rateOf('1')),
    }
    const amount = overnightAmount(
      { ...held, addedMargin: nothing },
      {
        ...night,
        nights,
        instrument: { multiplier: rateOf('1') },
        price: price((bid + ask) / 2n),
        conversionRate: rateOf('1'),
      },
    )
    sum += Number(amount) / 100 / units
  }
  return sum
}

/** Instants at which quotes move, so that both legs are of one moment. */
const instantOf = ({ random }: Market, span: number): number =>
  start + random(Math.max(1, Math.floor(200 - span / day))) * day + random(8 * 60) * minute

test('a metal and its future, in windows of two minutes to a year, both ways', () => {
  let tried = 0
  for (const market of markets) {
    const { feed } = market
    for (const [spot, product] of [
      ['FX:XAUUSD', 'GC'],
      ['FX:XAGUSD', 'SI'],
    ] as const)
      for (const span of windows) {
        const from = instantOf(market, span)
        const until = from + span
        const months = [...feed.instruments(from).values()].filter(
          ({ contract }) => contract?.product === product && contract.lastTrade > until,
        )
        const month = months[market.random(Math.max(1, months.length))]
        if (month === undefined) continue
        const moved = (key: string): number => midOf(feed, key, until) - midOf(feed, key, from)
        // As many contracts as are worth one unit of the spot.
        const ratio = midOf(feed, spot, from) / midOf(feed, month.key, from)
        const basis = moved(spot) - ratio * moved(month.key)
        // Each of four mids is rounded to a half of its tick.
        const rounding = tickOf(feed, spot, from) * 2 + tickOf(feed, month.key, from) * 2
        for (const [direction, sign] of [
          ['long', 1],
          ['short', -1],
        ] as const) {
          const earned = sign * basis + swaps(feed, spot, direction, from, until)
          assert.ok(
            earned <= rounding,
            `${direction} ${spot}, ${month.key}, ${span / day} days from ${from}: ${earned}`,
          )
          tried += 1
        }
      }
  }
  assert.ok(tried > 500, `${tried} tried`)
})

test('one month of a future against another, where their prices differ by carry alone', () => {
  let tried = 0
  for (const market of markets) {
    const { feed } = market
    for (const product of ['ES', 'NQ', 'GC', 'SI'])
      for (const span of windows.slice(0, 7)) {
        const from = instantOf(market, span)
        const [near, far] = [...feed.instruments(from).values()]
          .filter(({ contract }) => contract?.product === product && contract.lastTrade > from + span)
          .toSorted((one, other) => (one.contract?.lastTrade ?? 0) - (other.contract?.lastTrade ?? 0))
        if (near === undefined || far === undefined) continue
        const [first, second] = [near, far].map(
          ({ key }) => [midOf(feed, key, from), midOf(feed, key, from + span)] as const,
        )
        const [[near0, near1], [far0, far1]] = [first!, second!]
        const ratio = near0 / far0
        const earned = Math.abs(near1 - near0 - ratio * (far1 - far0))
        const tied = near0 * 0.1
        const allowed = tied * 0.04 * (span / (365 * day)) + 3 * tickOf(feed, near.key, from) * (1 + ratio)
        assert.ok(
          earned <= allowed,
          `${near.key} and ${far.key}, ${span / day} days from ${from}: ${earned} > ${allowed}`,
        )
        tried += 1
      }
  }
  assert.ok(tried > 300, `${tried} tried`)
})

test('a cross against its two legs, at any instant and over any night', () => {
  let tried = 0
  for (const market of markets) {
    const { feed, random } = market
    const pairs = [...feed.instruments(start).values()].filter(
      ({ market: of, code }) => of === 'FX' && code.length === 6,
    )
    const keys = new Set(pairs.map(({ key }) => key))
    /** Bid and ask of one unit of a currency in dollars. */
    const inDollars = (currency: string, at: number): readonly [number, number] | undefined => {
      const direct = keys.has(`FX:${currency}USD`) ? feed.quote(`FX:${currency}USD`, at) : undefined
      if (direct !== undefined)
        return [Number(direct.bid), Number(direct.ask)].map((each) => each / 1e8) as [number, number]
      const inverse = keys.has(`FX:USD${currency}`) ? feed.quote(`FX:USD${currency}`, at) : undefined
      return inverse === undefined ? undefined : [1e8 / Number(inverse.ask), 1e8 / Number(inverse.bid)]
    }
    for (const { key, code } of pairs) {
      if (code.includes('USD')) continue
      for (let draw = 0; draw < 5; draw += 1) {
        const at = start + random(300) * day + random(24 * 60) * minute
        const [base, other] = [inDollars(code.slice(0, 3), at), inDollars(code.slice(3), at)]
        if (base === undefined || other === undefined) continue
        const { bid, ask } = present(feed.quote(key, at), key)
        const [synthetic, tick] = [[base[0] / other[1], base[1] / other[0]] as const, tickOf(feed, key, at)]
        assert.ok(Number(bid) / 1e8 <= synthetic[1] + tick, `${key} sold, its legs bought at ${at}`)
        assert.ok(Number(ask) / 1e8 >= synthetic[0] - tick, `${key} bought, its legs sold at ${at}`)
        tried += 1
      }
      const [from, until] = [start, start + 7 * day]
      const both = swaps(feed, key, 'long', from, until) + swaps(feed, key, 'short', from, until)
      assert.ok(both < 0, `${key} both ways for a week: ${both}`)
    }
  }
  assert.ok(tried > 300, `${tried} tried`)
})

test('a pegged pair at the edge of its band', () => {
  const [low, high] = [7.765, 7.835]
  let [earned, held] = [0, 0]
  for (const { feed } of markets)
    for (const span of [7, 30, 90])
      for (let at = start; at < start + 270 * day; at += 9 * day) {
        const mid = midOf(feed, 'FX:USDHKD', at)
        if (mid > low && mid < high) continue
        const [direction, sign] = mid <= low ? (['long', 1] as const) : (['short', -1] as const)
        const until = at + span * day
        const moved = sign * (midOf(feed, 'FX:USDHKD', until) - mid)
        earned += (moved + swaps(feed, 'FX:USDHKD', direction, at, until)) / mid
        held += span / 365
      }
  // On margin of a thirtieth, at four per cent a year.
  const allowed = (held * 0.04) / 30
  assert.ok(held > 3, `${held} years at the edge`)
  assert.ok(earned <= allowed, `${earned} of the amount in ${held} years`)
})

test('a dividend that is bought just before and sold just after, and a split that is held through', () => {
  const moves: number[] = []
  const net: number[] = []
  let splits = 0
  for (const { feed, random } of markets) {
    const shares = [...feed.instruments(start).values()].filter(({ market }) => isShareMarket(market))
    for (let draw = 0; draw < 6; draw += 1) {
      const { key, market } = shares[random(shares.length)]!
      const end = start + 365 * day
      for (const action of feed.actions(key, end)) {
        if (action.exAt <= start - 700 * day || action.exAt > end) continue
        const [cum, ex] = [midOf(feed, key, action.exAt - 1), midOf(feed, key, action.exAt)]
        if (isSplit(action)) {
          splits += 1
          const [to, from] = [Number(action.to), Number(action.from)]
          assert.ok(
            Math.abs((ex * to) / from / cum - 1) < 0.005 + 0.01 / ex,
            `${key} split at ${action.exAt}: ${cum}, then ${ex}`,
          )
        }
        if (!isDividend(action) || !isShareMarket(market)) continue
        const amount = Number(action.amount) / 1e8
        const tax = Number(marketRules[market].dividendTax) / 1e12
        const { bid } = present(feed.quote(key, action.exAt), key)
        const { ask } = present(feed.quote(key, action.exAt - 1), key)
        moves.push((ex + amount - cum) / cum)
        net.push((Number(bid - ask) / 1e8 + amount * (1 - tax)) / cum)
      }
    }
  }
  const mean = (of: readonly number[]): number => of.reduce((sum, each) => sum + each, 0) / of.length
  const spread = Math.sqrt(mean(moves.map((each) => each * each)) / moves.length)
  assert.ok(moves.length > 300, `${moves.length} dividends`)
  assert.ok(splits >= 1, `${splits} splits`)
  assert.ok(Math.abs(mean(moves)) < 4 * spread + 1e-5, `the price falls by the dividend: ${mean(moves)} ± ${spread}`)
  assert.ok(mean(net) < 0, `${mean(net)} of the price by capturing a dividend`)
})

test('a share bought and sold short for the same amount, with any leverage', () => {
  const base = 0.04
  const at: Price = price(100n * 10n ** 8n)
  const quantity = quantityOf('1000')
  const cost = valueOf(at, quantity, rateOf('1'))
  const share = described(markets[0]!.feed, 'US:AAPL', start)
  const night = present(nextNight(catalogue, share, start), 'a night')
  const perNight = (direction: 'long' | 'short', leverage: number): number =>
    Number(
      overnightAmount(
        { direction, leverage, quantity, cost, addedMargin: nothing },
        { ...night, nights: 1, instrument: share, price: at, conversionRate: rateOf('1') },
      ),
    ) / 100
  for (const long of [1, 2, 3, 5])
    for (const short of [1, 2, 3, 5]) {
      const earned = perNight('long', long) + perNight('short', short)
      const tied = 100_000 / long + 100_000 / short
      assert.ok(earned <= (tied * base) / 360, `long ${long}×, short ${short}×: ${earned} a night on ${tied}`)
    }
})

test('a share that is leaving: held until it is paid, and before anybody knew', () => {
  const surprises: number[] = []
  let tried = 0
  for (const { feed } of markets)
    for (const { instrument, invented } of catalogue.fixed.values()) {
      const { key } = instrument
      const removal = invented === undefined ? undefined : feed.actions(key, start + 900 * day).find(isRemoval)
      if (removal === undefined) continue
      const { declaredAt, exAt } = removal
      surprises.push(midOf(feed, key, declaredAt) / midOf(feed, key, declaredAt - minute) - 1)
      const share = described(feed, key, declaredAt)
      const night = present(nextNight(catalogue, share, declaredAt), 'a night')
      const from = declaredAt + 2 * day
      const nights = Math.floor((exAt - from) / day)
      const { bid, ask } = present(feed.quote(key, from), key)
      const quantity = quantityOf('100000')
      for (const [direction, at] of [
        ['long', ask],
        ['short', bid],
      ] as const)
        for (const leverage of [1, 2, 5]) {
          const cost = valueOf(at, quantity, rateOf('1'))
          const held = { direction, leverage, quantity, cost, addedMargin: nothing }
          const through = { ...night, nights, instrument: share, price: at, conversionRate: rateOf('1') }
          const paid: bigint = leverage === 1 && direction === 'long' ? 0n : overnightAmount(held, through)
          const moved: number = (Number(removal.price - at) / 1e8) * 100_000 * (direction === 'long' ? 1 : -1)
          const tied = (Number(at) / 1e8) * (100_000 / leverage)
          const base = Number(catalogue.currencies.get(share.currency)?.interest ?? 0n) / 1e12
          const ticks = tickOf(feed, key, from) * 100_000
          const earned: number = moved + Number(paid) / 100
          const allowed = (tied * base * (nights + 1)) / 360 + ticks
          assert.ok(earned <= allowed, `${direction} ${leverage}× ${key} from ${from}: ${earned} > ${allowed}`)
          tried += 1
        }
    }
  const mean = surprises.reduce((sum, each) => sum + each, 0) / surprises.length
  const spread = Math.sqrt(surprises.reduce((sum, each) => sum + each * each, 0)) / surprises.length
  assert.ok(tried > 100, `${tried} tried`)
  assert.ok(Math.abs(mean) < 3 * spread, `who holds all of them gains ${mean} ± ${spread}`)
})
