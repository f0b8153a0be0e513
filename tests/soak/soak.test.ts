import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { growthPerDay, type Measurement } from './growth.ts'
import { soak } from './week.ts'

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

type Holding = (hour: number) => number

const line = (heapOf: Holding, residentOf: Holding = () => 0): Measurement[] =>
  Array.from({ length: 28 }, (_, index) => {
    const hour = (index + 1) * 6
    return { hour, heap: heapOf(hour), external: 0, resident: residentOf(hour) }
  })

test('growth of the heap is what goes on after the first day', () => {
  assert.equal(
    growthPerDay(
      line(() => 5),
      'heap',
    ),
    0,
  )
  assert.equal(
    growthPerDay(
      line((hour) => Math.min(hour, 24) * 1000),
      'heap',
    ),
    0,
  )
  assert.equal(
    growthPerDay(
      line((hour) => 100 + hour),
      'heap',
    ),
    24,
  )
  assert.equal(growthPerDay(line((hour) => hour).slice(0, 5), 'heap'), undefined)
})

test('growth of resident memory is what goes on after the third day, whatever the heap does', () => {
  const filling: Holding = (hour) => Math.min(hour, 72) * 1000
  assert.equal(
    growthPerDay(
      line(() => 5, filling),
      'resident',
    ),
    0,
  )
  assert.equal(
    growthPerDay(
      line(filling, (hour) => 7 - hour),
      'resident',
    ),
    -24,
  )
  assert.equal(
    growthPerDay(
      line(
        () => 5,
        (hour) => filling(hour) + 2 * hour,
      ),
      'resident',
    ),
    48,
  )
  assert.equal(growthPerDay(line(filling).slice(0, 15), 'resident'), undefined)
})

/** In a process of its own, which has no free pages of an earlier test to use first. */
const garbageProgram = `
  import { measure } from '${new URL('./growth.ts', import.meta.url).href}'
  const before = measure(1)
  let garbage = Array.from({ length: 500_000 }, (_, index) => ({ index, inside: { index } }))
  const held = measure(2)
  garbage = garbage.length === 500_000 ? [] : undefined
  console.log(JSON.stringify([before, held, measure(3)].map(({ resident }) => resident)))`

test('what was garbage before a measurement is not resident any more', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', garbageProgram])
  const [before = 0, held = 0, after = 0] = JSON.parse(stdout) as readonly number[]
  assert(held - before > 20 * 2 ** 20, stdout)
  assert(after - before < (held - before) / 3, stdout)
})
