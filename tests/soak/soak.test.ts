import assert from 'node:assert/strict'
import { test } from 'node:test'
import { growthPerDay, soak, type Measurement } from './week.ts'

/** Reviews that nobody does by hand, money that comes in and goes out, and what people are told of it. */
const wanted = [
  'message kyc_under_review',
  'message kyc_verified',
  'message deposit_credited',
  'message fiat_approved',
  'message withdrawal_paid',
  'journal E02',
  'journal E07',
  'journal E10',
  'journal E11',
  'pictures kept',
]

test('some hours without anybody who looks after it: nothing fails, and every cent adds up', async () => {
  const { calls, failures, findings, measurements, tables, happened } = await soak({ seed: 'some hours', hours: 4 })
  assert.deepEqual([failures, findings], [[], []])
  assert(calls > 80)
  assert.equal(measurements.length, 1)
  const rows = new Map(tables)
  for (const kind of wanted) assert((happened.get(kind) ?? 0) > 0, `${kind} never happened`)
  assert((rows.get('journal') ?? 0) > 50 && rows.get('journal') === rows.get('seal'))
})

const line = (heapOf: (hour: number) => number): Measurement[] =>
  Array.from({ length: 28 }, (_, index) => {
    const hour = (index + 1) * 6
    return { hour, heap: heapOf(hour), external: 0, resident: 0 }
  })

test('growth is what goes on after the first day', () => {
  assert.equal(growthPerDay(line(() => 5)), 0)
  assert.equal(growthPerDay(line((hour) => (hour <= 24 ? hour * 1000 : 24_000))), 0)
  assert.equal(growthPerDay(line((hour) => 100 + hour)), 24)
  assert.equal(growthPerDay(line((hour) => hour).slice(0, 5)), undefined)
})
