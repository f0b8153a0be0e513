import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { bondCountries, bondRules, settlementDay, type Bond } from '@mex/core/bonds/bond.ts'
import { bondQuote } from '@mex/core/bonds/quote.ts'
import { isBusinessDay } from '@mex/core/market/calendar.ts'
import { formatRate, rate } from '@mex/core/money/money.ts'
import { dayMilliseconds, weekday } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openBondIssues } from './bond-issues.ts'
import { openDaySecrets, type DayKeys } from './day-secrets.ts'
import { openDrawnYields } from './yield-curve.ts'

const catalogue = openCatalogue()
const keys = openDaySecrets(Buffer.from('bond-test'), 3)
const bonds = openBondIssues(catalogue, keys, 'practice')
const at = (text: string): number => Date.parse(text)
const offeredAt = (now: number): readonly Bond[] =>
  bonds.issues(now).filter((bond) => bond.offeredFrom <= now && now < bond.offeredUntil)

/** Keys that fail the test when they are asked for a day after another. */
const keysUntil = (last: number): DayKeys => ({
  keyOf: (day) => {
    assert.ok(day <= last, `day ${day} lies after ${last}`)
    return keys.keyOf(day)
  },
})

describe('the list of bonds', () => {
  test('has at least 24 at any time, of every kind and length, with different codes', () => {
    for (let now = at('2026-01-02T12:00:00Z'); now < at('2028-01-02'); now += 11 * dayMilliseconds) {
      const shown = offeredAt(now)
      assert.ok(shown.length >= 24, `${shown.length} bonds`)
      assert.deepEqual(new Set(shown.map(({ kind }) => kind)).size, 4)
      const years = shown.map(({ matures }) => (matures - now / dayMilliseconds) / 365.25)
      for (const [from, to] of [
        [0, 0.3],
        [0.3, 1],
        [1.5, 5],
        [5, 11],
        [15, 25],
        [25, 31],
      ] as const)
        assert.ok(
          years.some((length) => length >= from && length < to),
          `a bond of ${from} to ${to} years`,
        )
    }
    const codes = bonds.issues(at('2028-01-02')).map(({ code }) => code)
    assert.equal(new Set(codes).size, codes.length)
    for (const code of codes) assert.match(code, /^[A-Z0-9.-]{1,20}$/)
  })

  test('begins with its market: the first day has full lists', () =>
    assert.ok(offeredAt(at('2020-01-08T16:00:00Z')).length >= 24))

  test('offers nothing before its auction, settles nothing before the issue, and leaves a week to the maturity', () => {
    for (const bond of bonds
      .issues(at('2027-01-02'))
      .filter(({ issued }) => issued > at('2021-01-01') / dayMilliseconds)) {
      const calendar = bonds.calendar(bondRules[bond.kind].country)
      assert.ok(settlementDay(calendar, bond.offeredFrom) >= bond.issued, bond.code)
      assert.ok(bond.matures - settlementDay(calendar, bond.offeredUntil - 1) >= 7, bond.code)
      assert.equal(bonds.find(bond.id, bond.offeredFrom)?.code, bond.code)
      assert.equal(bonds.find(bond.id, bond.offeredFrom - 1), undefined)
    }
    assert.equal(bonds.find(99_999_999, at('2027-01-02')), undefined)
    assert.equal(bonds.find(97, at('2027-01-02')), undefined)
  })

  test('sets coupons on eighths, quarters for a Bono, below the yield of the auction: a new bond costs about par', () => {
    for (const bond of bonds
      .issues(at('2027-01-02'))
      .filter(({ issued }) => issued > at('2021-01-01') / dayMilliseconds)) {
      const { couponsPerYear, country } = bondRules[bond.kind]
      if (couponsPerYear === 0) {
        assert.equal(bond.couponRate, 0n)
        continue
      }
      const step = bond.kind === 'note' ? 1_250_000_000n : 2_500_000_000n
      assert.equal(bond.couponRate % step, 0n)
      const first = bonds.curve(country, bond.offeredFrom) ?? assert.fail()
      const apart = Number(first.yieldIn(bond.matures - bond.issued) - bond.couponRate) / 1e12
      assert.ok(apart > -0.006 && apart < 0.009, `${bond.code} is ${apart} from its yield`)
      assert.ok(bond.name.en.includes(formatRate(rate(bond.couponRate * 100n))))
    }
  })

  test('is closed at night and on holidays, or open for practice', () => {
    const real = openBondIssues(catalogue, keys, 'real')
    const cases: readonly (readonly [string, string, string])[] = [
      ['2026-11-24T15:00:00Z', 'open', 'open'],
      ['2026-11-24T21:30:00Z', 'open', 'practice'],
      ['2026-11-24T22:30:00Z', 'practice', 'practice'],
      ['2026-11-26T16:00:00Z', 'practice', 'open'],
      ['2026-11-28T16:00:00Z', 'practice', 'practice'],
    ]
    for (const [when, us, mx] of cases) {
      assert.deepEqual([bonds.phase('US', at(when)), bonds.phase('MX', at(when))], [us, mx], when)
      const closed = (phase: string): string => (phase === 'practice' ? 'closed' : phase)
      assert.deepEqual([real.phase('US', at(when)), real.phase('MX', at(when))], [closed(us), closed(mx)], when)
    }
    assert.equal(isBusinessDay(bonds.calendar('MX'), Math.floor(at('2026-11-16') / dayMilliseconds)), false)
  })
})

describe('the yield curves', () => {
  test('are the same for everybody who has the secrets, in any order of questions', () => {
    const [one, other] = [openDrawnYields(keys), openDrawnYields(keys)]
    const times = [1, 50, 3, 400, 2].map((days) => at('2026-03-01T09:17:31Z') + days * dayMilliseconds)
    const asked = (curves: typeof one, order: readonly number[]) =>
      new Map(order.map((now) => [now, curves.US.curve(now).yieldIn(3650)]))
    assert.deepEqual(asked(one, times), asked(other, times.toReversed()))
  })

  test('use nothing of later days, nor of later half-hours and minutes', () => {
    const now = at('2026-06-10T14:47:59Z')
    openDrawnYields(keysUntil(Math.floor(now / dayMilliseconds))).MX.curve(now)
    openBondIssues(catalogue, keysUntil(Math.floor(now / dayMilliseconds)), 'practice').issues(now)
    const curve = bonds.curve('US', now) ?? assert.fail()
    assert.equal(curve.at, at('2026-06-10T14:47:00Z'))
  })

  test('move by a minute, and by about 5.5 basis points a business day at ten years', () => {
    const moves: number[] = []
    for (let day = at('2024-01-01T20:00:00Z'); day < at('2027-01-01'); day += dayMilliseconds) {
      if (weekday(Math.floor(day / dayMilliseconds)) % 6 === 0) continue
      const [from, to] = [day - dayMilliseconds, day].map((when) => bonds.curve('US', when)?.yieldIn(3652) ?? 0n)
      moves.push(Number(to! - from!) / 1e8)
    }
    const deviation = Math.sqrt(moves.reduce((sum, move) => sum + move * move, 0) / moves.length)
    assert.ok(deviation > 4.7 && deviation < 6.6, `${deviation} basis points`)
    const minutes = new Set(
      Array.from({ length: 60 }, (_, index) =>
        bonds.curve('US', at('2026-06-10T14:00:00Z') + index * 60_000)?.yieldIn(3652),
      ),
    )
    assert.ok(minutes.size > 50)
  })

  test('never fall below 0.05 %, and stay where yields can be over thirty years', () => {
    for (const country of bondCountries)
      for (let day = at('2020-01-02'); day < at('2050-01-01'); day += 97 * dayMilliseconds)
        for (const days of [30, 365, 3652, 10_957]) {
          const yearly = Number(bonds.curve(country, day)?.yieldIn(days)) / 1e12
          assert.ok(yearly >= 0.0005 && yearly < 0.25, `${yearly}`)
        }
  })

  test('inside a half-hour tell nothing of its second half from its first', () => {
    let [xx, xy] = [0, 0]
    for (let day = at('2025-01-06T12:00:00Z'); day < at('2027-06-01'); day += dayMilliseconds)
      for (const hour of [0, 2, 4, 6]) {
        const begin = day + hour * 3_600_000
        const [a, b, c] = [0, 15, 30].map((minute) => Number(bonds.curve('US', begin + minute * 60_000)?.yieldIn(3652)))
        xx += (b! - a!) ** 2
        xy += (b! - a!) * (c! - b!)
      }
    assert.ok(Math.abs(xy / xx) < 0.08, `slope ${xy / xx}`)
  })
})

test('the price of every bond on offer follows from the curve within a step', () => {
  const now = at('2026-11-24T16:00:00Z')
  for (const bond of offeredAt(now)) {
    const { country } = bondRules[bond.kind]
    const curve = bonds.curve(country, now) ?? assert.fail()
    const settles = settlementDay(bonds.calendar(country), now)
    const quote = bondQuote(bond, {
      at: curve.at,
      phase: 'open',
      settles,
      yield: curve.yieldIn(bond.matures - settles),
    })
    assert.ok(quote.bid < quote.price && quote.price < quote.ask, bond.code)
  }
})
