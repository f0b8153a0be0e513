import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createHash } from 'node:crypto'
import { cycles, isOnOffer, poolSlots, slotsLeft } from '@mex/core/robots/robot.ts'
import { difficultyStepMax } from '@mex/core/robots/economics.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { openDaySecrets } from './day-secrets.ts'
import { openRobotMarket } from './robots.ts'

const open = (seed: string) => openRobotMarket(openDaySecrets(Buffer.from(seed), 3))
const market = open('robots')
const now = Date.parse('2026-11-24T10:00:00Z')
const days = Array.from({ length: 60 }, (_, day) => now + day * dayMilliseconds)

describe('robots on offer', () => {
  test('are three of every cycle on every day, each for two weeks, and the next is announced', () => {
    for (const at of days) {
      const offers = market.offers(at)
      for (const cycle of cycles)
        assert.equal(offers.filter((robot) => robot.cycle === cycle && isOnOffer(robot, at)).length, 3)
      for (const robot of offers) {
        assert.ok(robot.offeredFrom <= at + 3 * dayMilliseconds)
        assert.equal(robot.offeredUntil - robot.offeredFrom, 14 * dayMilliseconds)
        assert.equal(market.find(robot.id, at), robot, 'always the same object')
        assert.ok(robot.price <= robot.listPrice && robot.price * 10n >= robot.listPrice * 9n)
      }
    }
  })

  test('are the same for everybody with the same secrets, and others with others', () => {
    assert.deepEqual(open('robots').offers(now), market.offers(now))
    assert.notDeepEqual(open('other').offers(now), market.offers(now))
  })

  test('are not found before they are published, nor where there is none', () => {
    const [robot] = market.offers(now)
    assert.equal(market.find(robot?.id ?? 0, now - 40 * dayMilliseconds), undefined)
    for (const id of [1, 99, 115, 150, 99_999_914]) assert.equal(market.find(id, now), undefined)
  })

  test('lose slots by the hashed plan alone: a tenth is left at least in the first half', () => {
    for (const at of days.slice(0, 20))
      for (const robot of market.offers(at).filter((each) => isOnOffer(each, at))) {
        const half = (robot.offeredFrom + robot.offeredUntil) / 2
        const taken = market.taken(robot, robot.offeredUntil)
        assert.ok(slotsLeft(robot, taken, half) * 10 >= robot.slots)
        assert.ok(slotsLeft(robot, taken, robot.offeredUntil) >= 0)
        assert.equal(market.schedule(robot, robot.offeredUntil - 1), undefined, 'what will be left is secret')
        const text = market.schedule(robot, robot.offeredUntil) ?? ''
        assert.equal(createHash('sha256').update(text).digest('hex'), robot.scheduleHash)
      }
  })
})

test('the difficulty never falls, and rises by 0 to 5 % in 14 days', () => {
  for (const at of days) {
    const rise = Number(market.difficulty(at + 14 * dayMilliseconds)) / Number(market.difficulty(at)) - 1
    assert.ok(rise >= 0 && rise <= 0.05, `${rise}`)
  }
  const ticks = Array.from({ length: 1000 }, (_, tick) => Number(market.difficulty(now + tick * 600_000)))
  for (const [place, each] of ticks.entries()) {
    const before = ticks[place - 1] ?? each
    assert.ok(each >= before && each / before - 1 <= (difficultyStepMax / 144) * 1.01, 'no step to wait for')
  }
})

test('the pool fills over a day, begins anew, and is full for twenty minutes at most', () => {
  let full = 0
  for (const at of days) {
    const start = at - (at % dayMilliseconds)
    const left = Array.from({ length: 144 }, (_, tick) => market.poolLeft(start + tick * 600_000))
    assert.ok(left.every((each) => each >= 0 && each <= poolSlots))
    assert.ok((left[0] ?? 0) > (left[143] ?? 0) || left.includes(0))
    const spell = left.filter((each) => each === 0).length
    assert.ok(spell <= 2)
    full += spell > 0 ? 1 : 0
  }
  assert.ok(full >= 5 && full <= 30, `${full} of 60 days`)
})
