import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { growthPerDay, type Measurement } from './growth.ts'
import { soak } from './week.ts'

/** Automatic reviews, deposits, withdrawals and their messages: each must happen at least once. */
const expected = [
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

test('four unattended market hours cause no failure, and the ledger balances', async () => {
  const { calls, failures, findings, measurements, tables, happened } = await soak({ seed: 'some hours', hours: 4 })
  assert.deepEqual([failures, findings], [[], []])
  assert(calls > 80)
  assert.equal(measurements.length, 1)
  const rows = new Map(tables)
  for (const kind of expected) assert((happened.get(kind) ?? 0) > 0, `${kind} never happened`)
  assert((rows.get('journal') ?? 0) > 50 && rows.get('journal') === rows.get('seal'))
})

type Holding = (hour: number) => number

const line = (heapOf: Holding, residentOf: Holding = () => 0): Measurement[] =>
  Array.from({ length: 28 }, (_, index) => {
    const hour = (index + 1) * 6
    return { hour, heap: heapOf(hour), external: 0, resident: residentOf(hour) }
  })

test('heap growth is measured after the first day', () => {
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

test('growth of resident memory is measured after the third day, independently of the heap', () => {
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

/**
 * Runs in a new process, because free pages of an earlier test would hide the effect. The first garbage also makes the program itself larger,
 * by a third of what it holds, and that stays: only the second is measured.
 */
const garbageProgram = `
  import { measure } from '${new URL('./growth.ts', import.meta.url).href}'
  const make = () => Array.from({ length: 500_000 }, (_, index) => ({ index, inside: { index } }))
  let garbage = make()
  measure(0)
  garbage = []
  const before = measure(1)
  garbage = make()
  const held = measure(2)
  garbage = garbage.length === 500_000 ? [] : undefined
  console.log(JSON.stringify([before, held, measure(3)].map(({ resident }) => resident)))`

test('a measurement returns the pages of garbage to the operating system', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', garbageProgram])
  const [before = 0, held = 0, after = 0] = JSON.parse(stdout) as readonly number[]
  assert(held - before > 20 * 2 ** 20, stdout)
  assert(after - before < (held - before) / 3, stdout)
})
