import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { bondRules, couponDatesAfter, couponPeriod, settlementDay, type Bond } from '@mex/core/bonds/bond.ts'
import { cleanPrice } from '@mex/core/bonds/pricing.ts'
import { dateOfDay, dayMilliseconds, dayOfDate, isoDate, type DayNumber } from '@mex/core/time-zone.ts'
import { openBondsOfSeed } from '@mex/server/testing.ts'

/** The library by which many banks price bonds: `apt-get install quantlib-python`. */
const python = ['python3', '/usr/bin/python3'].find((each) => spawnSync(each, ['-c', 'import QuantLib']).status === 0)

/** The period that the settlement lies in, and all that follow. */
const scheduleOf = (bond: Bond, settles: DayNumber): readonly string[] =>
  bondRules[bond.kind].couponsPerYear === 0
    ? []
    : [couponPeriod(bond, settles).start, ...couponDatesAfter(bond, settles)].map(isoDate)

const yearDaysOf = ({ issued }: Bond): number => {
  const { year, month, dayOfMonth } = dateOfDay(issued)
  return dayOfDate(year + 1, month, dayOfMonth) - issued
}

test(
  'every bond on offer has the price of QuantLib to 0.001 on fifty dates',
  { skip: python === undefined ? 'QuantLib is not installed (apt-get install quantlib-python)' : false },
  () => {
    const bonds = openBondsOfSeed('quantlib')
    const asked: { readonly code: string; readonly price: number; readonly line: string }[] = []
    for (let index = 0; index < 50; index += 1) {
      const now = Date.parse('2026-01-07T16:00:00Z') + index * 23 * dayMilliseconds
      for (const bond of bonds.issues(now)) {
        if (now < bond.offeredFrom || now >= bond.offeredUntil) continue
        const { country } = bondRules[bond.kind]
        const settles = settlementDay(bonds.calendar(country), now)
        const yearly = bonds.curve(country, now)?.yieldIn(bond.matures - settles) ?? assert.fail()
        const line = JSON.stringify({
          kind: bond.kind,
          settles: isoDate(settles),
          matures: isoDate(bond.matures),
          monthEnd: dateOfDay(bond.matures + 1).dayOfMonth === 1,
          coupon: Number(bond.couponRate) / 1e12,
          yield: Number(yearly) / 1e12,
          yearDays: yearDaysOf(bond),
          schedule: scheduleOf(bond, settles),
        })
        asked.push({
          code: `${bond.code} on ${isoDate(settles)}`,
          price: Number(cleanPrice(bond, settles, yearly)) / 1e8,
          line,
        })
      }
    }
    assert.ok(asked.length > 1500)
    const { stdout, stderr, status } = spawnSync(python ?? '', [join(import.meta.dirname, 'quantlib.py')], {
      input: asked.map(({ line }) => line).join('\n'),
      encoding: 'utf8',
      maxBuffer: 10_000_000,
    })
    assert.equal(status, 0, stderr)
    const prices = stdout.trim().split('\n').map(Number)
    assert.equal(prices.length, asked.length)
    for (const [index, { code, price }] of asked.entries())
      assert.ok(
        Math.abs(price - (prices[index] ?? NaN)) <= 0.001,
        `${code} is ${price}, QuantLib says ${prices[index]}`,
      )
  },
)
