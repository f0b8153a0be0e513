import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { decideReset } from '@mex/core/account/account-closing.ts'
import { formatQuantity } from '@mex/core/money/money.ts'
import { closeOut, openContracts } from '#areas/trading/close-out.ts'
import { openTradingEngine, type TradingEngine } from '#areas/trading/engine.ts'
import { lapseOverdue } from '#areas/trading/jobs.ts'
import { openMatcher } from '#areas/trading/matching/matcher.ts'
import { accepted, bendable, type BentFeed } from '#areas/trading/testing.ts'
import type { Feed } from '#feeds/feed.ts'
import { openTicker } from '#feeds/ticker.ts'
import { endSoldOut, unlockBlocks } from './jobs.ts'
import { expectRight, fillsOf, openBlocksTest, orderOf, positionOf, wordOf } from './testing.ts'

const second = 1000
const saturday = Date.parse('2026-11-21T15:00:00Z')

describe('the confirmation waits for the first usable quote, once', () => {
  test('through a halt', async () => {
    let isHalted = false
    await using market = await openBlocksTest({ halted: () => isHalted })
    const user = await market.person()
    const { id } = accepted(await market.order(user, market.openOffer()))
    isHalted = true
    const from = market.clock.now()
    await market.confirm()
    await market.tick(10)
    assert.equal((await orderOf(market, user, id)).status, 'accepted')
    isHalted = false
    const to = market.clock.now()
    await market.tick()
    assert.equal((await orderOf(market, user, id)).status, 'filled')
    await market.tick(3)
    assert.equal((await fillsOf(market, id)).length, 1)
    await expectRight(market, {
      halts: [{ market: 'HK', code: undefined, from, to, held: { after: from, until: to } }],
    })
  })

  test('through a weekend of real hours: the opening of the first session gives the price', async () => {
    await using market = await openBlocksTest({ practiceHours: false, at: saturday })
    const { clock, feed } = market
    const user = await market.person()
    const offer = market.openOffer('US')
    const order = accepted(await market.order(user, offer))
    await market.confirm()
    await lapseOverdue(market.engine)
    assert.equal(await endSoldOut(market.engine), 0)
    assert.equal((await orderOf(market, user, order.id)).status, 'accepted')
    const monday = Date.parse('2026-11-23T14:30:00Z')
    clock.set(monday - 2 * second)
    await market.tick(6)
    assert.equal((await orderOf(market, user, order.id)).status, 'filled')
    const [fill] = await fillsOf(market, order.id)
    const quote = present(feed.quoteById(present(fill, 'the fill').quote_id, clock.now()), 'the quote')
    assert.ok(quote.opening && quote.venueTime >= monday && quote.venueTime < monday + second)
    await expectRight(market)
  })

  test('through a stale feed', async () => {
    let staleFrom = Infinity
    const bend = (feed: Feed): Feed => ({
      ...feed,
      quote(key, now) {
        const quote = feed.quote(key, now)
        return quote !== undefined && quote.venueTime > staleFrom
          ? { ...quote, receivedTime: quote.receivedTime - 60 * second }
          : quote
      },
    })
    await using market = await openBlocksTest({ bend })
    const user = await market.person()
    const { id } = accepted(await market.order(user, market.openOffer()))
    staleFrom = market.clock.now()
    await market.confirm()
    assert.equal((await orderOf(market, user, id)).status, 'accepted')
    staleFrom = Infinity
    await market.tick(2)
    assert.equal((await orderOf(market, user, id)).status, 'filled')
  })

  test('through a restart, and two servers fill it once', async () => {
    await using market = await openBlocksTest()
    const user = await market.person()
    const { id } = accepted(await market.order(user, market.openOffer()))
    const restarted = async (): Promise<TradingEngine> => {
      const engine = openTradingEngine(market.engine.dependencies)
      await engine.start()
      return engine
    }
    const [one, other] = [await restarted(), await restarted()]
    const tickers = [one, other].map((engine) =>
      openTicker({
        feed: market.feed,
        clock: market.clock,
        listeners: [openMatcher(engine)],
        onGap: () => undefined,
        onError: (_, error) => assert.fail(String(error)),
      }),
    )
    market.clock.advance(60 * second)
    for (let count = 0; count < 4; count += 1) {
      market.clock.set(market.feed.nextTick(market.clock.now()))
      await Promise.all(tickers.map((ticker) => ticker.step()))
    }
    assert.equal((await orderOf(market, user, id)).status, 'filled')
    assert.equal((await fillsOf(market, id)).length, 1)
    for (const ticker of tickers) await ticker.stop()
    for (const engine of [one, other]) await engine.lane.settled()
    await market.expectBalancedLedger()
  })

  test('with a clock that runs a thousand times as fast', async () => {
    await using market = await openBlocksTest({ speed: 1000 })
    const user = await market.person()
    const { id, acceptedAt } = accepted(await market.order(user, market.openOffer('MX')))
    await market.tick()
    market.clock.advance(900 * second)
    await market.tick()
    market.clock.advance(900 * second)
    await market.tick()
    const order = await orderOf(market, user, id)
    assert.equal(order.status, 'filled')
    assert.ok(order.changedAt > acceptedAt + 60 * second)
    await unlockBlocks(market.engine)
    await expectRight(market, { speeds: [{ from: 0, speed: 1000 }] })
  })
})

describe('a block that is sold out', () => {
  test('ends a minute later although its market is closed; its money is free again', async () => {
    await using market = await openBlocksTest({ practiceHours: false, at: saturday })
    const [user, other] = [await market.person(), await market.person()]
    const offer = market.openOffer('HK')
    const before = await market.available(user, 'STOCK')
    const { id } = accepted(await market.order(user, offer))
    const late = market.clock.now() + 60 * second
    market.sell(offer, 10_000_000n, late)
    market.clock.set(late + 5 * second)
    assert.equal(await endSoldOut(market.engine), 0, 'no earlier quote may still come')
    market.clock.set(late + 5 * second + 1)
    assert.equal(wordOf(await market.order(other, offer)), 'block_too_large')
    assert.equal(await endSoldOut(market.engine), 1)
    assert.equal(await endSoldOut(market.engine), 0, 'a second run finds nothing')
    const { status, reason, reserve } = await orderOf(market, user, id)
    assert.deepEqual([status, reason, reserve], ['ended', 'SOLD_OUT', 0n])
    assert.equal(await market.available(user, 'STOCK'), before)
    const { rows } = await market.database.pool.query<{ kind: string; reference_type: string }>(
      'select kind, reference_type from message where user_id = $1',
      [user],
    )
    assert.deepEqual(rows, [{ kind: 'block_sold_out', reference_type: 'order' }])
    await expectRight(market)
  })

  test('is decided by what was left at the confirmation, not before and not after', async () => {
    await using market = await openBlocksTest()
    const [early, late] = [await market.person(), await market.person()]
    const offer = market.openOffer('MX')
    const first = accepted(await market.order(early, offer))
    market.clock.advance(second)
    const then = accepted(await market.order(late, offer))
    // Between the two confirmations everything is sold.
    market.sell(offer, 10_000_000n, first.acceptedAt + 60 * second + 1)
    await market.confirm()
    await market.tick(5)
    assert.deepEqual(
      [(await orderOf(market, early, first.id)).status, (await orderOf(market, late, then.id)).reason],
      ['filled', 'SOLD_OUT'],
    )
    await expectRight(market)
  })
})

describe('at once', () => {
  test('two blocks of one user are counted together against the tenth and the money', async () => {
    await using market = await openBlocksTest()
    const offer = market.openOffer('MX')
    const rich = await market.richPerson()
    const most = Number(offer.total / 10n / 10n ** 8n)
    const outcomes = await Promise.all([market.order(rich, offer, String(most)), market.order(rich, offer, '10000')])
    assert.deepEqual(outcomes.map(wordOf), [undefined, 'block_too_large'])
    const poor = await market.person()
    const offers = market.feed.blockOffers(market.clock.now()).filter(({ endsAt }) => endsAt > market.clock.now())
    const all = await Promise.all(offers.map((each) => market.order(poor, each)))
    const reserved = all.reduce((sum, each) => (wordOf(each) === undefined ? sum + accepted(each).margin : sum), 0n)
    assert.equal(await market.available(poor, 'STOCK'), 200_000_000n - reserved)
    assert.ok((await market.available(poor, 'STOCK')) >= 0n)
    // Another engine, as of a second process, counts the same.
    const second_ = openTradingEngine(market.engine.dependencies)
    const again = await second_.lane.send({
      kind: 'block',
      userId: rich,
      offer,
      quantity: (10_000n * 10n ** 8n) as never,
      language: 'en',
    })
    assert.equal(wordOf(again), 'block_too_large')
    await second_.lane.settled()
    // And one that is filled counts as one that waits.
    await market.confirm()
    assert.equal(wordOf(await market.order(rich, offer, '10000')), 'block_too_large')
    await market.expectBalancedLedger()
  })

  test('a reset and the closing of an account wait for a block and its lock-up', async () => {
    await using market = await openBlocksTest()
    const { db } = market.database
    const user = await market.person()
    const offer = market.openOffer('MX')
    const { id } = accepted(await market.order(user, offer))
    const resets = async (): Promise<string | undefined> =>
      decideReset({ ...(await openContracts(db, user)), holdings: [], pending: 0 }, undefined, market.clock.now())
        ?.refused
    assert.equal(await resets(), 'wrong_state')
    await Promise.all([closeOut(market.engine, [user]), market.confirm()])
    assert.equal((await orderOf(market, user, id)).status, 'filled')
    assert.equal(await resets(), 'wrong_state')
    await closeOut(market.engine, [user])
    await market.tick(3)
    assert.equal((await positionOf(market, user, id)).state, 'LOCKED')
    market.clock.set(offer.unlocksAt)
    // The end of the lock-up and the forced sale at once.
    await Promise.all([unlockBlocks(market.engine), closeOut(market.engine, [user])])
    await closeOut(market.engine, [user])
    await market.tick(80)
    const { state, closeReason } = await positionOf(market, user, id)
    assert.deepEqual([state, closeReason], ['CLOSED', 'reset'])
    await expectRight(market)
  })

  test('a sale and the end of the lock-up: whichever comes first, it is sold at most once', async () => {
    await using market = await openBlocksTest()
    const user = await market.person()
    const offer = market.openOffer('MX')
    const { id } = accepted(await market.order(user, offer))
    await market.confirm()
    market.clock.set(offer.unlocksAt)
    // The sale's own list opens the position: nobody waits for the job.
    const [sale, , twice] = await Promise.all([
      market.close(user, id),
      unlockBlocks(market.engine),
      market.close(user, id),
    ])
    assert.deepEqual([wordOf(sale), wordOf(twice)], [undefined, 'quantity_not_closable'])
    await market.tick(80)
    assert.equal((await positionOf(market, user, id)).state, 'CLOSED')
    await expectRight(market)
  })
})

describe('when the price runs away', () => {
  async function filledAt(percent: bigint, money: 'grant' | 'more') {
    let bent: BentFeed | undefined
    const market = await openBlocksTest({ bend: (feed) => (bent = bendable(feed)) })
    const user = money === 'more' ? await market.richPerson() : await market.person()
    const offer = market.openOffer('MX')
    const { id, quantity } = accepted(await market.order(user, offer, '10000'))
    present(bent, 'the feed').move(offer.instrument, percent)
    market.clock.advance(60_000)
    // A jump waits for a second quote that confirms it.
    await market.tick(4)
    return { market, user, offer, id, quantity, order: await orderOf(market, user, id) }
  }

  test('free money pays beyond the reserve', async () => {
    const { market, order, id } = await filledAt(150n, 'more')
    assert.equal(order.status, 'filled')
    assert.equal((await fillsOf(market, id))[0]?.available, null)
    await market.expectBalancedLedger()
    await market[Symbol.asyncDispose]()
  })

  test('what cannot be paid is given up, on record', async () => {
    const { market, user, order, id, quantity } = await filledAt(10_000n, 'grant')
    assert.deepEqual([order.status, order.reason], ['ended', 'NO_FUNDS'])
    const position = await positionOf(market, user, id)
    assert.ok(position.quantity > 0n && position.quantity < quantity, formatQuantity(position.quantity))
    assert.ok(Number((await fillsOf(market, id))[0]?.available) > 0)
    await market.tick(3)
    assert.equal((await fillsOf(market, id)).length, 1)
    const { rows } = await market.database.pool.query<{ kind: string }>('select kind from message where user_id = $1', [
      user,
    ])
    assert.deepEqual(
      rows.map(({ kind }) => kind),
      ['block_reduced'],
    )
    await market.expectBalancedLedger()
    await market[Symbol.asyncDispose]()
  })
})
