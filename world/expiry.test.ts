import assert from 'node:assert/strict'
import { test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { moneyOf, quantityOf } from '@mex/core/money/money.ts'
import { Unsuccessful } from './person.ts'
import { openWorld } from './world.ts'

/** A contract of futures from the last opening to its settlement, as a client meets it. */

const lastTrade = Date.UTC(2026, 11, 18, 14, 30)
const settlesAt = lastTrade + 600_000
const code = 'MESZ26'
const page = { pageNum: 1, pageSize: 50 } as const
const order = { code, side: 'buy', type: 'market', leverage: 20, purpose: 'open', quantity: quantityOf('1') } as const

test('a position that is to be rolled goes on in the next month after its settlement', async () => {
  await using world = await openWorld({ seed: 'roll', start: lastTrade - 86_400_000 })
  const person = await world.person()
  const other = await world.person()
  const { id } = await person.call(calls.trading.createFuture, { ...order, autoRoll: true })
  await world.step()
  const open = async () => present((await person.call(calls.trading.positions, page)).rows[0], 'a position')
  assert.deepEqual([(await open()).id, (await open()).autoRoll], [id, true])
  assert.equal((await person.call(calls.trading.autoRoll, { id, isWanted: false })).autoRoll, false)
  await assert.rejects(other.call(calls.trading.autoRoll, { id, isWanted: true }), /2100/)
  assert.equal((await person.call(calls.trading.autoRoll, { id, isWanted: true })).autoRoll, true)
  await world.pass((settlesAt - world.clock.now()) / 1000)
  await world.step()
  const rolled = await open()
  assert.deepEqual([rolled.code, rolled.quantity, rolled.leverage], ['MESH27', order.quantity, 20])
  const { rows } = await person.call(calls.content.messages, page)
  assert.deepEqual(
    rows.filter(({ type }) => type === 'EXPIRY').map(({ title }) => title),
    ['Contract rolled', 'Contract settled', 'Contract ends soon'],
  )
  await world.verify()
})

test('a contract ends, waits for its settlement, pays out, and keeps its page', async () => {
  await using world = await openWorld({ seed: 'expiry', start: lastTrade - 86_400_000 })
  const goTo = (at: number) => world.pass((at - world.clock.now()) / 1000)
  const refused = async (call: Promise<unknown>): Promise<unknown> => {
    const error = await call.then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    assert(error instanceof Unsuccessful, 'the call is refused')
    return error.message.replace(/^.* answered /, '')
  }
  const person = await world.person()
  const { id } = await person.call(calls.trading.createFuture, { ...order, autoRoll: false })
  await world.step()
  const before = present((await person.call(calls.trading.positions, page)).rows[0], 'a position')
  assert.deepEqual([before.id, before.expiresAt, before.settlesAt], [id, lastTrade, undefined])
  const free = async () => (await person.call(calls.wallet.balance, { wallet: 'FUTURE' })).available
  const invested = await free()

  await goTo(lastTrade - 3_600_000)
  const soon = '2012: Contract expires soon, closing only'
  assert.equal(await refused(person.call(calls.trading.createFuture, { ...order, autoRoll: false })), soon)

  await goTo(lastTrade + 1000)
  const ended = '2012: Trading in this contract has ended. It settles within minutes, which frees its margin'
  assert.equal(await refused(person.call(calls.trading.createFuture, { ...order, autoRoll: false })), ended)
  assert.equal(await refused(person.call(calls.trading.close, { id, part: 'full', type: 'market' })), ended)
  assert.equal(await refused(person.call(calls.trading.addMargin, { id, amount: moneyOf('1') })), ended)
  const waiting = present((await person.call(calls.trading.positions, page)).rows[0], 'a position')
  assert.deepEqual([waiting.settlesAt, waiting.marginNow], [settlesAt, before.marginNow])
  assert.notEqual(waiting.profit, undefined)

  await goTo(settlesAt)
  assert.equal((await person.call(calls.trading.positions, page)).total, 0)
  const closed = present((await person.call(calls.trading.closedPositions, page)).rows[0], 'a closed position')
  const quote = await person.call(calls.market.detail, { code, market: 'FUT' })
  assert.deepEqual(
    [closed.closeReason, closed.closePrice, closed.closeOrderId, closed.closedAt],
    ['expiry', quote.settlePrice, undefined, settlesAt],
  )
  assert.equal((await free()) - invested, before.marginNow + present(closed.profit, 'its profit'))
  assert.deepEqual([quote.lastTradeAt, quote.settlesAt, quote.phase], [lastTrade, settlesAt, 'closed'])
  assert.ok((await person.call(calls.market.candles, { code, market: 'FUT', period: '1D' })).bars.length > 100)
  const { rows } = await person.call(calls.content.messages, page)
  assert.deepEqual(
    rows.filter(({ type }) => type === 'EXPIRY').map(({ title }) => title),
    ['Contract settled', 'Contract ends soon'],
  )
  await world.verify()
})
