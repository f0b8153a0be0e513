import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMilliseconds } from '#time-zone.ts'
import { beginsWithAccount, curveInstants, curveRanges, pointsMax } from './grid.ts'

const now = Date.parse('2026-11-20T16:07:31Z')
const long = Date.parse('2024-02-03T10:00:00Z')
const text = (instant: number | undefined) => (instant === undefined ? undefined : new Date(instant).toISOString())

const cases = [
  { range: '1D', first: '2026-11-19T16:00:00.000Z', second: '2026-11-19T16:15:00.000Z', count: 98 },
  { range: '1W', first: '2026-11-13T16:00:00.000Z', second: '2026-11-13T18:00:00.000Z', count: 86 },
  { range: '1M', first: '2026-10-21T16:00:00.000Z', second: '2026-10-22T00:00:00.000Z', count: 92 },
  { range: '3M', first: '2026-08-21T00:00:00.000Z', second: '2026-08-22T00:00:00.000Z', count: 93 },
  { range: 'YTD', first: '2026-01-01T00:00:00.000Z', second: '2026-01-03T00:00:00.000Z', count: 83 },
  { range: 'ALL', first: '2024-02-03T10:00:00.001Z', second: '2024-02-07T00:00:00.000Z', count: 66 },
] as const

test('divides every range into whole steps of UTC that end now', () => {
  for (const { range, first, second, count } of cases) {
    const instants = curveInstants(range, now, long)
    assert.deepEqual([text(instants[0]), text(instants[1]), instants.length], [first, second, count], range)
    assert.equal(instants.at(-1), now)
  }
})

test('begins right after the first money of an account that is younger than the range', () => {
  const began = now - 90 * 60_000
  for (const range of curveRanges.filter((each) => each !== 'YTD')) {
    const instants = curveInstants(range, now, began)
    assert.deepEqual([instants[0], text(instants[1])], [began + 1, '2026-11-20T14:45:00.000Z'], range)
  }
})

test('has one point when the account began this moment', () => {
  assert.deepEqual(curveInstants('ALL', now, now), [now])
  assert.deepEqual(curveInstants('1D', now, now - 1), [now])
})

test('has ascending instants and at most so many points, whatever the age of the account', () => {
  for (const range of curveRanges)
    for (let age = 1; age < 40 * 365 * dayMilliseconds; age = Math.ceil(age * 1.7)) {
      const instants = curveInstants(range, now, now - age)
      assert(instants.length <= pointsMax, `${range} of ${age} has ${instants.length}`)
      assert(instants.every((at, index) => index === 0 || at > (instants[index - 1] as number)))
      assert((instants[0] as number) > now - age)
    }
})

test('a curve begins with its account if that is younger than the range', () => {
  const isYounger = (range: (typeof curveRanges)[number], began: number) => {
    const instants = curveInstants(range, now, began)
    return beginsWithAccount(range, instants[0] ?? 0, instants.at(-1) ?? 0)
  }
  for (const range of curveRanges) assert.equal(isYounger(range, long), false, range)
  const young = now - 2 * dayMilliseconds
  assert.deepEqual(
    curveRanges.filter((range) => isYounger(range, young)),
    ['1W', '1M', '3M'],
  )
  assert.ok(isYounger('1D', now - 60_000))
})
