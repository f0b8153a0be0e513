import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { bondRules, couponDatesAfter, settlementDay, type Bond, type BondCountry } from '@mex/core/bonds/bond.ts'
import { bondQuote } from '@mex/core/bonds/quote.ts'
import { accruedPer100, couponValue } from '@mex/core/bonds/pricing.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import type { BondMarket } from '#feeds/bond-market.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openBondIssues } from './bond-issues.ts'
import { openDaySecrets } from './day-secrets.ts'

/**
 * The curve gives nobody an edge: whoever switches between bonds by any figure that everybody sees earns the yields that were stated
 * when the bonds were bought, less the spread, up to chance. Twenty markets, a year each, a decision every two weeks.
 */

const catalogue = openCatalogue()
const marketCount = 20
const begin = Date.parse('2026-01-05T16:00:00Z')
const stepDays = 14
const steps = 26

type Seen = {
  readonly bond: Bond
  readonly years: number
  readonly yield: number
  /** Dirty, for 100 of face: at the ask, at the bid, and in the middle. */
  readonly ask: number
  readonly bid: number
  readonly middle: number
}

/** What is seen at a decision: the bonds on offer, and how the ten-year yield moved before. */
type View = {
  readonly seen: readonly Seen[]
  readonly moved: Readonly<Record<1 | 5 | 20, number>>
  readonly level: number
}
type Strategy = { readonly name: string; readonly pick: (view: View) => Seen | undefined }

const per100 = (bond: Bond, price: bigint): number =>
  (Number(price) / 1e8) * (10_000 / Number(bondRules[bond.kind].faceUnit))

function see(bonds: BondMarket, bond: Bond, now: number): Seen | undefined {
  const { country } = bondRules[bond.kind]
  const curve = bonds.curve(country, now) ?? assert.fail()
  const settles = settlementDay(bonds.calendar(country), now)
  if (settles >= bond.matures) return undefined
  const days = bond.matures - settles
  const quote = bondQuote(bond, { at: curve.at, phase: 'open', settles, yield: curve.yieldIn(days) })
  const accrued = Number(accruedPer100(bond, settles)) / 1e8
  const [ask, bid, middle] = [quote.ask, quote.bid, quote.price].map((price) => per100(bond, price) + accrued)
  return { bond, years: days / 365.25, yield: Number(quote.yield) / 1e12, ask: ask!, bid: bid!, middle: middle! }
}

function viewOf(bonds: BondMarket, country: BondCountry, now: number): View {
  const seen = bonds
    .issues(now)
    .filter((bond) => bondRules[bond.kind].country === country && bond.offeredFrom <= now && now < bond.offeredUntil)
    .flatMap((bond) => see(bonds, bond, now) ?? [])
    // Nothing that matures before the next decision.
    .filter(({ years }) => years > 0.1)
  const tenYears = (days: number): number =>
    Number(bonds.curve(country, now - days * dayMilliseconds)?.yieldIn(3652)) / 1e12
  const level = tenYears(0)
  return { seen, level, moved: { 1: level - tenYears(1), 5: level - tenYears(5), 20: level - tenYears(20) } }
}

const best = (seen: readonly Seen[], of: (one: Seen) => number): Seen | undefined =>
  seen.toSorted((one, other) => of(other) - of(one))[0]
const near = (seen: readonly Seen[], years: number): Seen | undefined =>
  best(seen, (one) => -Math.abs(one.years - years))
/** How much the yield of a bond falls in a year when the curve stays as it is, times its length. */
function rollDown({ seen }: View, one: Seen): number {
  const shorter = near(
    seen.filter(({ years }) => years < one.years - 0.2),
    Math.max(one.years - 1, 0.2),
  )
  if (shorter === undefined) return 0
  return ((one.yield - shorter.yield) / (one.years - shorter.years)) * Math.min(one.years, 12)
}

const strategies: readonly Strategy[] = [
  ...[0.25, 1, 2, 5, 10, 30].map((years) => ({
    name: `holds ${years} years`,
    pick: ({ seen }: View) => near(seen, years),
  })),
  { name: 'carry: the highest yield', pick: ({ seen }) => best(seen, (one) => one.yield) },
  { name: 'the lowest yield', pick: ({ seen }) => best(seen, (one) => -one.yield) },
  { name: 'roll-down', pick: (view) => best(view.seen, (one) => rollDown(view, one)) },
  { name: 'carry and roll-down', pick: (view) => best(view.seen, (one) => one.yield + rollDown(view, one)) },
  {
    name: 'the steepest part',
    pick: (view) => best(view.seen, (one) => rollDown(view, one) / Math.min(one.years, 12)),
  },
  ...([1, 5, 20] as const).flatMap((days) => [
    { name: `momentum of ${days} days`, pick: ({ seen, moved }: View) => near(seen, moved[days] < 0 ? 10 : 0.3) },
    { name: `reversal of ${days} days`, pick: ({ seen, moved }: View) => near(seen, moved[days] > 0 ? 10 : 0.3) },
  ]),
  { name: 'high level: long', pick: ({ seen, level }) => near(seen, level > 0.044 ? 30 : 0.3) },
]

/** Coupons for 100 of face that fall into a time between two settlements. */
const couponsBetween = (bond: Bond, from: number, until: number): number =>
  couponDatesAfter(bond, from).filter((date) => date <= until).length *
  (Number(couponValue(bond, moneyOf('100'))) / 1e8)

/** Excess of what strategies earned in a year over the yields that were stated, by strategy. */
function yearOf(market: number, country: BondCountry): ReadonlyMap<string, { excess: number; net: number }> {
  const bonds = openBondIssues(catalogue, openDaySecrets(Buffer.from(`bond edge ${market}`), 3), 'practice')
  const sums = new Map(strategies.map(({ name }) => [name, { excess: 0, net: 0 }]))
  for (let step = 0; step < steps; step += 1) {
    const now = begin + step * stepDays * dayMilliseconds
    const later = now + stepDays * dayMilliseconds
    const view = viewOf(bonds, country, now)
    for (const { name, pick } of strategies) {
      const held = pick(view)
      const after = held === undefined ? undefined : see(bonds, held.bond, later)
      if (held === undefined || after === undefined) continue
      const calendar = bonds.calendar(country)
      const [from, until] = [settlementDay(calendar, now), settlementDay(calendar, later)]
      const coupons = couponsBetween(held.bond, from, until)
      const stated = (held.yield * (until - from)) / 365.25
      const sum = sums.get(name) ?? assert.fail()
      sum.excess += (after.middle + coupons) / held.middle - 1 - stated
      sum.net += (after.bid + coupons) / held.ask - 1 - stated
    }
  }
  return sums
}

const results = new Map<string, readonly { excess: number; net: number }[]>()
before(() => {
  const years = Array.from({ length: marketCount }, (_, market) => yearOf(market, market % 2 === 0 ? 'US' : 'MX'))
  for (const { name } of strategies)
    results.set(
      name,
      years.map((year) => year.get(name) ?? assert.fail()),
    )
})

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
const errorOf = (numbers: readonly number[]): number => {
  const middle = mean(numbers)
  return Math.sqrt(mean(numbers.map((each) => (each - middle) ** 2)) / (numbers.length - 1))
}

for (const { name } of strategies)
  test(`${name}: earns the stated yields up to chance, and less after the spread`, () => {
    const years = results.get(name) ?? assert.fail()
    const [excess, net] = [years.map((year) => year.excess), years.map((year) => year.net)]
    const told = `${(mean(excess) * 100).toFixed(2)} % ± ${(errorOf(excess) * 100).toFixed(2)} a year`
    // A little over three standard errors, as there are many strategies; half a percent for convexity and what rolls down.
    assert.ok(mean(excess) < 0.005 + 3 * errorOf(excess), told)
    assert.ok(mean(net) < mean(excess), 'the spread is paid')
    assert.ok(mean(net) < 0.002 + 3 * errorOf(net), told)
  })

test('around a coupon the price falls by what is paid: at the same yield, buying before and selling after earns that yield alone', () => {
  const bonds = openBondIssues(catalogue, openDaySecrets(Buffer.from('coupon edge'), 3), 'practice')
  let checked = 0
  for (const bond of bonds.issues(begin)) {
    const today = Math.floor(begin / dayMilliseconds)
    const [date] = couponDatesAfter(bond, today)
    if (date === undefined || bond.matures < today + 400) continue
    const yearly = bonds.curve('US', begin)?.yieldIn(bond.matures - today) ?? assert.fail()
    const full = (settles: number): number => {
      const quote = bondQuote(bond, { at: begin, phase: 'open', settles, yield: yearly })
      return per100(bond, quote.price) + Number(accruedPer100(bond, settles)) / 1e8
    }
    const [from, until] = [date - 3, date + 2]
    const earned = (full(until) + couponsBetween(bond, from, until)) / full(from) - 1
    assert.ok(Math.abs(earned - (Number(yearly) / 1e12) * (5 / 365.25)) < 5e-5, `${bond.code} earns ${earned}`)
    checked += 1
  }
  assert.ok(checked > 20)
})
