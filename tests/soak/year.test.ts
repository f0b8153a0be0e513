import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '#simulation/seeded-random.ts'
import { actions, drawAction } from './products.ts'
import { liveYear } from './year.ts'

test('half a day on a fast clock with people in the products leaves nothing wrong', async () => {
  const lines: string[] = []
  const { outcomes, failures, verified, daysPassed, daysInGaps } = await liveYear({
    seed: 'half a day',
    people: 8,
    days: 0.5,
    speed: 2000,
    perSecond: 20,
    tell: (line) => void lines.push(line),
  })
  assert.deepEqual(failures, [])
  for (const { check, isRight, lines: said } of verified) assert(isRight, `${check}: ${said.join('\n')}`)
  assert.equal(verified.length, 8)
  assert(daysPassed >= 0.5 && daysPassed < 5, `${daysPassed} days`)
  assert(daysInGaps >= 0 && daysInGaps < daysPassed, `${daysInGaps} of ${daysPassed} days in gaps`)
  for (const name of ['buy shares', 'buy a bond', 'put money in a strategy'])
    assert((outcomes.get(name) ?? 0) > 0, `nobody did: ${name}`)
})

test('every action is drawn, as often as its weight says', () => {
  const random = seededRandom('weights')
  const drawn = Array.from({ length: 20_000 }, () => drawAction(random))
  const total = Object.values(actions).reduce((sum, { weight }) => sum + weight, 0)
  for (const [name, { weight }] of Object.entries(actions)) {
    const share = drawn.filter((each) => each === name).length / drawn.length
    assert(Math.abs(share - weight / total) < 0.01, `${name}: ${share}`)
  }
})
