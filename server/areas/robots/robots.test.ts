import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { accepted } from '#areas/trading/testing.ts'
import { openRobotsTest, word, type RobotsTest } from './testing.ts'

let robots: RobotsTest
before(async () => {
  robots = await openRobotsTest()
})
after(async () => robots.market[Symbol.asyncDispose]())

const minute = 60_000
const page = { pageNum: 1, pageSize: 50 }

describe('a rental', () => {
  test('passes its statuses, mines, pays energy every hour and income every day, and its equity lacks nothing but what it cost', async () => {
    const user = await robots.market.person()
    const worth = await robots.equity(user)
    const robot = robots.offered(7)
    const order = await robots.rented(user, robot)
    assert.equal(order.status, 'finding')
    assert.equal(await robots.equity(user), worth, 'renting costs nothing at once')
    const seen: string[] = []
    for (let at = 1; at <= 5; at += 1) {
      robots.market.clock.advance(minute)
      await robots.work()
      seen.push((await robots.stored(user, order.id)).status)
    }
    assert.deepEqual(seen, ['locating', 'starting', 'starting', 'mining', 'mining'])
    robots.market.clock.advance(dayMilliseconds)
    await robots.work()
    const stored = await robots.stored(user, order.id)
    assert.equal(stored.ticks, 144)
    assert.equal(stored.mined, 144)
    assert.equal(stored.energy, 144)
    const detail = await robots.call().order({ id: order.id }, robots.context(user))
    assert.equal(detail.series.length, 144)
    assert.equal(
      detail.series.reduce((sum, { income }) => sum + income, 0n),
      stored.income,
    )
    const notes = await robots.call().messages({ orderId: order.id }, robots.context(user))
    assert.equal(notes.length, 20)
    await robots.expectRight()
    const redeemed = accepted(await robots.redeem(user, order.id))
    assert.equal(redeemed.kind === 'redeemed' ? redeemed.order.redeemStatus : '', 'processing')
    assert.equal(word(await robots.redeem(user, order.id)), 'robot_not_redeemable')
    await robots.expectRight()
    robots.market.clock.advance(minute)
    await robots.work()
    assert.equal((await robots.stored(user, order.id)).redeemedAt, robots.now())
    await robots.expectRight()
    const net = (await robots.call().orders(page, robots.context(user))).rows[0]?.net
    assert.equal((await robots.equity(user)) - worth, net, 'the net is what it brought')
  })
})
