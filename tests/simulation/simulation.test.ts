import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { after, test } from 'node:test'
import type { About } from './market.ts'
import { simulate } from './simulation.ts'

// 9 fills a resting order, 21 is about new issues, 25 splits a share.
const seeds = ['9', '21', '25', '44'] as const
const steps = 25
const happened = new Map<string, number>()

/** Runs about what few seeds are about. */
const subjects: readonly (readonly [About, seed: string])[] = [
  ['bonds', '1'],
  ['quantify', '1'],
  ['follow', '1'],
  // Out of energy; at its end.
  ['robots', '14'],
  ['robots', '15'],
  ['a share that leaves', '3'],
]
const runs: readonly (readonly [About | undefined, seed: string])[] = [
  ...seeds.map((seed) => [undefined, seed] as const),
  ...subjects,
]

for (const [about, seed] of runs) {
  const name = about === undefined ? '' : ` about ${about}`
  test(`all invariants hold after every burst of seed ${seed}${name}`, async () => {
    const { findings, tally } = await simulate({ seed, steps, about })
    const flag = about === undefined ? '' : ` --about '${about}'`
    assert.deepEqual(findings, [], `npm run simulate -- --seed ${seed} --steps ${steps}${flag} --trace`)
    for (const [kind, count] of Object.entries(tally)) happened.set(kind, (happened.get(kind) ?? 0) + count)
  })
}

test('all invariants hold after every burst of three servers whose clocks differ', async () => {
  const { findings } = await simulate({ seed: '21', steps, servers: 3 })
  assert.deepEqual(findings, [], `npm run simulate -- --seed 21 --steps ${steps} --servers 3 --trace`)
})

test('all invariants hold after every burst of three servers while an operator halts and resumes trading', async () => {
  const { findings } = await simulate({ seed: '21', steps, servers: 3, halting: true })
  assert.deepEqual(findings, [], `npm run simulate -- --seed 21 --steps ${steps} --servers 3 --halts --trace`)
})

test('all invariants hold after every burst of a random seed', async (context) => {
  const seed = String(randomInt(1_000_000_000))
  context.diagnostic(`seed ${seed}`)
  const { findings } = await simulate({ seed, steps })
  assert.deepEqual(findings, [], `npm run simulate -- --seed ${seed} --steps ${steps} --trace`)
})

test('the same seed repeats a run exactly', async () => {
  const first = await simulate({ seed: 'again', steps: 8 })
  const second = await simulate({ seed: 'again', steps: 8 })
  assert.equal(second.hash, first.hash)
  const other = await simulate({ seed: 'other', steps: 8 })
  assert.notEqual(other.hash, first.hash)
})

/** Events that must occur for the simulation to prove anything. */
const wanted = [
  'fill by ladder',
  'fill by resting',
  'closed by user',
  'closed by liquidation',
  'closed by expiry',
  'order filled',
  'order ended CANCELLED',
  'order ended EXPIRED',
  'order amended',
  'addition added',
  'transfer 1',
  'transfer 2',
  // Seen, credited, too small, dropped before and after, from the bank; held, paid, returned.
  'journal E02',
  'journal E03',
  'journal E03x',
  'journal E04',
  'journal E05',
  'journal E06',
  'journal E07',
  'journal E10',
  'journal E11',
  'journal E12',
  'dividend booked',
  'split booked',
  'removal booked',
  'contract rolled',
  // Applied, added to, cancelled, allotted, lapsed; and sold after the listing.
  'application journal E50',
  'application journal E51',
  'application journal E52',
  'application journal E53',
  'application journal E54',
  'application journal E55',
  'allotted shares sold',
  // Bought, paid a coupon, sold, also in part, matured.
  'bond journal E60',
  'bond journal E61',
  'bond journal E63',
  'bond sold in part',
  'bond journal E64',
  // Put in, marked, paid out.
  'quantify journal E75',
  'quantify daily mark',
  'quantify journal E76',
  // Followed, confirmed, settled with a gain and with a loss.
  'follow journal E70',
  'follow journal E71',
  'follow ended by time',
  'follow journal E73',
  'follow journal E74',
  // Rented, rent and income of a day, energy, out of it, ended, redeemed at the end and before.
  'robot journal E80',
  'robot journal E81',
  'robot journal E82',
  'robot journal E83',
  'robot note insufficient',
  'robot note expired',
  'robot journal E84',
  'robot journal E85',
]
after(() => {
  const missing = wanted.filter((kind) => (happened.get(kind) ?? 0) === 0)
  assert.deepEqual(missing, [], 'these never happened')
})
