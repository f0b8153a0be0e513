import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { hasConversionRateMoved } from './liquidation.ts'
import { rateOf, type Rate } from '#money/money.ts'
import { openRateWatch, type Pair } from './rate-watch.ts'

const euro: Pair = { from: 'EUR', to: 'MXN' }
const yen: Pair = { from: 'JPY', to: 'MXN' }
const at = (text: string | undefined) => () => (text === undefined ? undefined : rateOf(text))
const sorted = (ids: Iterable<number>): number[] => [...ids].toSorted((one, other) => one - other)

test('returns only the ids whose rate has moved by the step since they were computed', () => {
  const watch = openRateWatch()
  watch.put(1, euro, rateOf('20'))
  watch.put(2, euro, rateOf('20.01'))
  watch.put(3, yen, rateOf('0.12'))
  const of = (rate: string) => sorted(watch.moved(({ from }) => rateOf(from === 'EUR' ? rate : '0.12')))
  assert.deepEqual(of('20.01'), [])
  assert.deepEqual(of('20.02'), [])
  assert.deepEqual(of('20.021'), [1])
  assert.deepEqual(of('20.031'), [1, 2])
  assert.deepEqual(of('19.979'), [1, 2])
  watch.put(1, euro, rateOf('20.03'))
  assert.deepEqual(of('20.031'), [2])
  watch.remove(2)
  assert.deepEqual(of('20.031'), [])
  assert.equal(watch.size, 2)
})

test('returns no id without a rate, and an id once its missing rate arrives', () => {
  const watch = openRateWatch()
  watch.put(1, euro, undefined)
  watch.put(2, euro, rateOf('20'))
  assert.deepEqual(sorted(watch.moved(at(undefined))), [])
  assert.deepEqual(sorted(watch.moved(at('20'))), [1])
})

test('for any rates, returns every id whose rate moved by the step, and none long before', () => {
  const rates = fc.integer({ min: 19_800_000, max: 20_200_000 }).map((units) => rateOf(String(units / 1_000_000)))
  fc.assert(
    fc.property(
      fc.array(rates, { minLength: 1, maxLength: 60 }),
      fc.array(rates, { maxLength: 20 }),
      (first, steps) => {
        const watch = openRateWatch()
        const known = new Map(first.map((rate, id) => [id, rate]))
        for (const [id, rate] of known) watch.put(id, euro, rate)
        for (const now of steps) {
          for (const id of watch.moved(() => now)) {
            const before = known.get(id) as Rate
            // Nineteen twentieths of the step at least.
            const moved = before > now ? before - now : now - before
            assert.ok(moved * 1_000_000n >= before * 940n)
            known.set(id, now)
            watch.put(id, euro, now)
          }
          for (const rate of known.values()) assert.ok(!hasConversionRateMoved(rate, now))
        }
      },
    ),
  )
})
