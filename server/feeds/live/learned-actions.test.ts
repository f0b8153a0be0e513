import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { priceOf } from '@mex/core/money/money.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { actionsLearned } from './learned-actions.ts'

const calendar = present(openCatalogue().calendars.get('us-equity'), 'the calendar of New York')
/** The Tuesday after Labor Day: the session before is that of Friday, whose post hours end at midnight UTC. */
const at = Date.parse('2026-09-08T13:30:00Z')
const exAt = Date.parse('2026-09-05T00:01:00Z')
const learnedAt = at + 40 * 60_000
const dividend = { kind: 'dividend', at, amount: priceOf('0.25') } as const
const split = { kind: 'split', at, to: 4n, from: 1n } as const

test('takes effect after the last session with the right, weekends and holidays between, and is declared when it is learned', () => {
  const shared = { declaredAt: learnedAt, exAt, exDate: '2026-09-08' }
  assert.deepEqual(actionsLearned([dividend, split], calendar, learnedAt), [
    { kind: 'dividend', amount: priceOf('0.25'), ...shared },
    { kind: 'split', to: 4n, from: 1n, ...shared },
  ])
})

const day = 86_400_000
for (const [about, learned, count] of [
  ['of today', at, 1],
  ['of nine days ago', at + 9 * day, 1],
  ['of ten days ago', at + 10 * day, 0],
  ['that is to come', at - 1, 0],
] as const)
  test(`learns ${count === 1 ? 'a split' : 'nothing of a split'} ${about}`, () => {
    assert.equal(actionsLearned([split], calendar, learned).length, count)
  })
