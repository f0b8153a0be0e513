import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import type { BlockOffer } from '@mex/core/blocks/block-offer.ts'
import type { CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { formatQuantity, priceOf, type Price } from '@mex/core/money/money.ts'
import { positionsToUnlock } from '#areas/trading/allotted-positions.ts'
import { openActionBooking } from '#areas/trading/corporate-actions/corporate-action-jobs.ts'
import { bookCharges } from '#areas/trading/jobs.ts'
import { accepted, bendable, type BentFeed } from '#areas/trading/testing.ts'
import { expectRight, openBlocksTest, orderOf, positionOf } from './testing.ts'

const second = 1000
const hour = 3_600_000

describe('corporate actions', () => {
  /** A market in which an action of the share of an offer takes effect at an instant. */
  async function withAction(action: (at: number, price: Price) => CorporateAction) {
    let due: { readonly key: string; readonly action: CorporateAction } | undefined
    const market = await openBlocksTest({
      bend: (feed) => ({
        ...feed,
        actions: (key, now) => (due?.key === key ? [due.action] : feed.actions(key, now)),
      }),
    })
    return {
      market,
      declare: (offer: BlockOffer, at: number): void => {
        const last = present(market.feed.quote(offer.instrument, market.clock.now()), 'a quote').last
        due = { key: offer.instrument, action: action(at, last) }
      },
    }
  }
  const declared = (at: number) => ({ declaredAt: 0, exAt: at, exDate: '2026-11-23' })

  test('a split on the day of the confirmation ends a block that waits, and no other', async () => {
    const { market, declare } = await withAction((at) => ({ kind: 'split', to: 2n, from: 1n, ...declared(at) }))
    await using _ = market
    const user = await market.person()
    const offer = market.openOffer('MX')
    const { id } = accepted(await market.order(user, offer))
    declare(offer, market.clock.now() + 30 * second)
    await market.confirm()
    await market.tick(3)
    const { reason, status, reserve } = await orderOf(market, user, id)
    assert.deepEqual([status, reason, reserve], ['ended', 'CORPORATE_ACTION', 0n])
    const then = accepted(await market.order(user, offer))
    await market.confirm()
    assert.equal((await orderOf(market, user, then.id)).status, 'filled')
    await expectRight(market)
  })

  test('a split, a fraction and a dividend meet locked shares like all others', async () => {
    const { market, declare } = await withAction((at) => ({ kind: 'split', to: 1n, from: 3n, ...declared(at) }))
    await using _ = market
    const user = await market.person()
    const offer = market.openOffer('MX')
    const { id } = accepted(await market.order(user, offer))
    await market.confirm()
    declare(offer, market.clock.now() + 10 * second)
    market.clock.advance(20 * second)
    await openActionBooking(market.engine)()
    const { state, quantity, expiresAt } = await positionOf(market, user, id)
    assert.deepEqual([state, formatQuantity(quantity), expiresAt], ['LOCKED', '3333', offer.unlocksAt])
    await expectRight(market)
    const paid = await withAction((at) => ({ kind: 'dividend', amount: priceOf('0.10'), ...declared(at) }))
    await using __ = paid.market
    const holder = await paid.market.person()
    const block = accepted(await paid.market.order(holder, paid.market.openOffer('MX')))
    await paid.market.confirm()
    const before = await paid.market.available(holder, 'STOCK')
    paid.declare(paid.market.openOffer('MX'), paid.market.clock.now() + 10 * second)
    paid.market.clock.advance(20 * second)
    await openActionBooking(paid.market.engine)()
    // 10,000 × 0.10 MXN less 10 % tax.
    assert.equal((await paid.market.available(holder, 'STOCK')) - before, 90_000n)
    assert.equal((await positionOf(paid.market, holder, block.id)).state, 'LOCKED')
    await expectRight(paid.market)
  })

  test('a takeover pays locked shares out, and ends a block that waits', async () => {
    const { market, declare } = await withAction((at, price) => ({
      kind: 'removal',
      reason: 'merger',
      price: (price * 2n) as Price,
      ...declared(at),
    }))
    await using _ = market
    const [holder, waiter] = [await market.person(), await market.person()]
    const offer = market.openOffer('MX')
    const held = accepted(await market.order(holder, offer))
    await market.confirm()
    const waiting = accepted(await market.order(waiter, offer))
    const before = await market.available(holder, 'STOCK')
    declare(offer, market.clock.now() + 10 * second)
    market.clock.advance(20 * second)
    await openActionBooking(market.engine)()
    const { state, closeReason } = await positionOf(market, holder, held.id)
    assert.deepEqual([state, closeReason], ['CLOSED', 'delisting'])
    assert.ok((await market.available(holder, 'STOCK')) > before)
    await market.tick(2)
    assert.equal((await orderOf(market, waiter, waiting.id)).reason, 'CORPORATE_ACTION')
    await expectRight(market)
  })

  test('a night costs locked shares nothing, and no price liquidates them', async () => {
    let bent: BentFeed | undefined
    await using market = await openBlocksTest({ bend: (feed) => (bent = bendable(feed)) })
    const user = await market.person()
    const offer = market.openOffer('MX')
    const { id } = accepted(await market.order(user, offer))
    await market.confirm()
    const before = await positionOf(market, user, id)
    present(bent, 'the feed').move(offer.instrument, 5n)
    await market.tick(4)
    market.clock.advance(30 * hour)
    await bookCharges(market.engine)
    await market.tick(4)
    const after = await positionOf(market, user, id)
    assert.deepEqual([after.state, after.margin, after.financing], ['LOCKED', before.margin, 0n])
  })
})

test('the job of allotted shares opens no shares of a block', async () => {
  await using market = await openBlocksTest()
  const user = await market.person()
  const offer = market.openOffer('MX')
  const { id } = accepted(await market.order(user, offer))
  await market.confirm()
  assert.deepEqual(await positionsToUnlock(market.database.db, offer.unlocksAt, 10), [])
  assert.equal((await positionOf(market, user, id)).state, 'LOCKED')
})
