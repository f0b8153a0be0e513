import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actions } from './products.ts'
import { liveYear } from './year.ts'

/** A week of the market clock in ten minutes, with every product in use. `year.test.ts` lives for half a day. */
const days = 7
const speed = 1000
/** A clock that the machine cannot keep up with leaves gaps, in which nothing is filled: most of the week must have none. */
const daysInGapsMost = 2
const megabytesMost = 1500
/** Rows that nobody writes by a call: the jobs of their products have run. */
const written = [
  'closing',
  'bill',
  'overnight_charge',
  'contract_roll',
  'offer_draw',
  'robot_stretch',
  'robot_note',
  'day_commitment',
  'anchor',
  'article',
]

test('in a week with people in every product nothing fails, and every check of the operator is right', async (context) => {
  const { outcomes, failures, verified, daysPassed, daysInGaps, megabytes, tables } = await liveYear({
    seed: 'a week',
    people: 60,
    days,
    speed,
    perSecond: 20,
    tell: (line) => context.diagnostic(line),
  })
  context.diagnostic(`${daysInGaps.toFixed(1)} days in gaps, ${megabytes} MB`)
  assert.deepEqual(failures, [])
  assert.equal(verified.length, 8)
  for (const { check, isRight, lines } of verified) assert(isRight, `${check}: ${lines.join('\n')}`)
  assert(daysPassed >= days, `${daysPassed} days`)
  assert(daysInGaps < daysInGapsMost, `${daysInGaps} of ${daysPassed} days in gaps`)
  assert((megabytes ?? 0) < megabytesMost, `${megabytes} MB`)
  for (const name of Object.keys(actions)) assert((outcomes.get(name) ?? 0) > 0, `nobody did: ${name}`)
  const rows = new Map(tables)
  for (const name of written) assert((rows.get(name) ?? 0) > 0, `no rows of ${name}`)
})
