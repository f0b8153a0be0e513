import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { readRequest } from '@mex/contract/reading.ts'
import type { Call } from '@mex/contract/call.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import { isRefusal, Refused, type RefusalWord } from '@mex/core/refusal.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { formatPrice, price } from '@mex/core/money/money.ts'
import { present } from '@mex/core/assert.ts'
import { askReset, personal } from '#areas/testing.ts'
import type { Feed } from '#feeds/feed.ts'
import { openOfferings } from '#areas/offerings/actions.ts'
import { cancelHandler } from '#areas/offerings/cancel.ts'
import { resetRefusal } from '#reset-refusal.ts'
import { fundHandlers } from './fund.ts'
import { tradingHandlers } from './handlers.ts'
import { openTradingTest, type TradingTest } from './testing.ts'

/** Provokes every refusal that a call of this area lists, through the call and its wire form. */

const { bills: _, ...tradingCalls } = calls.trading
const table = { ...tradingCalls, fundDetails: calls.market.fundDetails, fundProfit: calls.market.fundProfit }
type Name = keyof typeof table
type Wire = Readonly<Record<string, unknown>>

/** Changes that a test makes to the market: other instruments, missing quotes and rates. */
type Bends = { instruments: Map<string, Partial<Instrument>>; silent: Set<string>; noRates: boolean }
const bends: Bends = { instruments: new Map(), silent: new Set(), noRates: false }

function bent(feed: Feed): Feed {
  return {
    ...feed,
    instruments: (now) =>
      bends.instruments.size === 0
        ? feed.instruments(now)
        : new Map([...feed.instruments(now)].map(([key, one]) => [key, { ...one, ...bends.instruments.get(key) }])),
    quote: (key, now) => (bends.silent.has(key) ? undefined : feed.quote(key, now)),
    conversionRate: (from, to, now) => (bends.noRates ? undefined : feed.conversionRate(from, to, now)),
  }
}

let practice: TradingTest
/** Real hours: futures and forex close on Friday evening. */
let weekend: TradingTest
before(async () => {
  practice = await openTradingTest({ bend: bent })
  weekend = await openTradingTest({ practiceHours: false })
})
after(async () => {
  await practice[Symbol.asyncDispose]()
  await weekend[Symbol.asyncDispose]()
})

/** Sends a call in its wire form; returns the answer, or the word of the refusal. */
async function ask(market: TradingTest, user: number, name: Name, wire: Wire): Promise<unknown> {
  const answer = await answerOf(market, user, name, wire)
  return isRefusal(answer) ? answer.refused : answer
}

/** Like `word`, but returns the whole refusal with its field and values. */
async function answerOf(market: TradingTest, user: number, name: Name, wire: Wire): Promise<unknown> {
  const call: Call = table[name]
  const read = readRequest(call.input, wire)
  if ('refused' in read) return read
  const { engine, database, feed } = market
  const { applications } = openOfferings({ db: database.db, feed, traditional: (text) => text, resetRefusal })
  const cancelOrder = cancelHandler({ applications, engine })
  const handlers = { ...tradingHandlers(engine), ...fundHandlers(engine), cancelOrder }
  const context = personal(user, { db: market.database.db, feed: market.feed, now: market.clock.now() })
  return (handlers[name] as (input: unknown, context: unknown) => Promise<unknown>)(read.input, context).catch(
    (error: unknown) => {
      if (error instanceof Refused) return error.refusal
      throw error
    },
  )
}

/** Places an order and expects that it is accepted. */
function accepted(outcome: unknown): Order {
  if (typeof outcome === 'string') assert.fail(`refused: ${outcome}`)
  return outcome as Order
}

const market = { direction: 0, orderType: 0 }
const limited = { direction: 0, orderType: 1 }
const share = { ...market, stockCode: 'AAPL', market: 'US', classify: 'UsStock', quantity: '1' }
const hongKong = { ...market, stockCode: '00700', quantity: '100' }
const future = { ...market, goldCode: 'MESZ26', quantity: '1' }
const forex = { ...market, stockCode: 'EURUSD', quantity: '0.1' }
const nobodys = 987_654_321

type Case = (user: number) => Promise<unknown>
type Cases = Readonly<Partial<Record<RefusalWord, Case>>>

/** Restores the market, even if the test fails. */
const under =
  (bend: () => void, then: Case): Case =>
  async (user) => {
    bend()
    try {
      return await then(user)
    } finally {
      bends.instruments.clear()
      bends.silent.clear()
      bends.noRates = false
    }
  }

/** Refusals of an order of this product. `good` is an order that is accepted in practice hours. */
function ofOrders(name: Name, good: Wire, key: string, odd: { quantity: string; step: string; rich: string }): Cases {
  const codeField = 'goldCode' in good ? 'goldCode' : 'stockCode'
  const order =
    (more: Wire): Case =>
    (user) =>
      ask(practice, user, name, { ...good, ...more })
  return {
    unknown_instrument: order({ [codeField]: 'NOSUCH' }),
    trading_halted: under(() => bends.silent.add(key), order({})),
    not_tradable: under(() => bends.instruments.set(key, { tradable: false }), order({})),
    short_not_available: under(() => bends.instruments.set(key, { shortable: false }), order({ direction: 1 })),
    quantity_missing: order({ quantity: '0' }),
    quantity_step: order({ quantity: odd.quantity }),
    order_too_large: order({ quantity: '10000000' }),
    leverage_not_allowed: order({ leverage: 4 }),
    price_step: order({ ...limited, limitPrice: odd.step }),
    price_far: order({ ...limited, limitPrice: '0.5' }),
    insufficient_balance: order({ quantity: odd.rich }),
    too_many_orders: async (user) => {
      const { last } = present(practice.feed.quote('FX:EURUSD', practice.clock.now()), 'a quote')
      const limitPrice = formatPrice(price(((last * 97n) / 100n / 10_000n) * 10_000n))
      const far = { ...forex, ...limited, limitPrice, quantity: '0.01', leverage: 30 }
      for (let count = 0; count < 200; count += 1) {
        const placed = await ask(practice, user, 'createForex', far)
        assert.equal(typeof placed, 'object', `order ${count + 1}: ${String(placed)}`)
      }
      return ask(practice, user, name, good)
    },
  }
}

const friday = Date.UTC(2026, 10, 20, 16)
const saturday = Date.UTC(2026, 10, 21, 12)

/** On a Saturday of real hours. */
const onSaturday =
  (then: Case): Case =>
  async (user) => {
    weekend.clock.set(saturday)
    return then(user).finally(() => weekend.clock.set(friday))
  }

async function at(instant: number, provoke: () => ReturnType<Case>): ReturnType<Case> {
  const before = practice.clock.now()
  practice.clock.set(instant)
  try {
    return await provoke()
  } finally {
    practice.clock.set(before)
  }
}

/** While a practice auction takes orders: the market of these tests is in its regular session. */
const duringEntry = (provoke: () => ReturnType<Case>): ReturnType<Case> => at(saturday + 600_000, provoke)

const inEntry = (cases: Cases): Cases =>
  Object.fromEntries(
    Object.entries(cases).map(([word, provoke]) => [word, (user: number) => duringEntry(() => provoke(user))]),
  )

const place = async (user: number, name: Name, wire: Wire) => accepted(await ask(practice, user, name, wire))

/** Opens a position, by default of ten shares. */
async function held(user: number, name: Name = 'createStock', wire: Wire = { ...share, quantity: '10' }) {
  const { id } = await place(user, name, wire)
  await practice.tick(2)
  return id
}

const closing =
  (more: Wire): Case =>
  async (user) =>
    ask(practice, user, 'close', { id: await held(user), ...more })

/** So many percent of the last price, in whole dollars. */
function farPrice(percent: bigint, key = 'US:AAPL'): string {
  const { last } = present(practice.feed.quote(key, practice.clock.now()), 'a quote')
  return formatPrice(price(((last * percent) / 100n / 10n ** 8n) * 10n ** 8n))
}

/** The fields of a change of an order of which nothing is filled. */
const changed = (quantity: string) => ({ filledNum: '0', quantity, limitPrice: '100' })

/** Changes a working order of ten shares; what is not said is accepted. */
const amending =
  (more: Wire, bend: () => void = () => undefined, order: Wire = {}): Case =>
  async (user) => {
    const limitPrice = farPrice(order['direction'] === 1 ? 105n : 95n)
    const { id } = await place(user, 'createStock', { ...share, ...limited, ...order, quantity: '10', limitPrice })
    const change = { id, filledNum: '0', quantity: '9', limitPrice, ...more }
    return under(bend, () => ask(practice, user, 'amendOrder', change))(user)
  }

const lastTrade = Date.UTC(2026, 11, 18, 14, 30)

/** Asks so long after the last trade of the future; before it for a negative time. */
const aroundLastTrade = (milliseconds: number, provoke: () => ReturnType<Case>): ReturnType<Case> =>
  at(lastTrade + milliseconds, provoke)

const cases: Readonly<Record<Name, Cases>> = {
  holding: {
    unknown_instrument: (user) => ask(practice, user, 'holding', { stockCode: 'NOSUCH' }),
    not_tradable: (user) => ask(practice, user, 'holding', { stockCode: 'AAPL', source: 55 }),
  },
  close: {
    position_not_found: (user) => ask(practice, user, 'close', { id: nobodys, type: 'full' }),
    quantity_not_closable: closing({ quantity: '11' }),
    quantity_missing: closing({}),
    quantity_step: closing({ quantity: '0.5' }),
    price_step: closing({ type: 'full', orderType: 1, limitPrice: '100.001' }),
    price_far: closing({ type: 'full', orderType: 1, limitPrice: '1' }),
    trading_halted: async (user) => {
      const id = await held(user)
      return under(
        () => bends.silent.add('US:AAPL'),
        () => ask(practice, user, 'close', { id, type: 'full' }),
      )(user)
    },
    market_closed: async (user) => {
      const order = accepted(await ask(weekend, user, 'createForex', { ...forex, leverage: 30 }))
      await weekend.tick(2)
      return onSaturday(() => ask(weekend, user, 'close', { id: order.id, type: 'full' }))(user)
    },
    expires_soon: async (user) => {
      const id = await held(user, 'createFuture', { ...future, leverage: 20 })
      return aroundLastTrade(0, () => ask(practice, user, 'close', { id, type: 'full' }))
    },
  },
  positions: {
    unknown_instrument: (user) => ask(practice, user, 'positions', { stockCode: 'NOSUCH' }),
    not_tradable: (user) => ask(practice, user, 'positions', { source: 55 }),
    position_not_found: (user) => ask(practice, user, 'positions', { id: 'mine' }),
  },
  closedPositions: {
    not_tradable: (user) => ask(practice, user, 'closedPositions', { source: 55 }),
    position_not_found: (user) => ask(practice, user, 'closedPositions', { id: 'mine' }),
  },
  orders: {
    not_tradable: (user) => ask(practice, user, 'orders', { source: 55 }),
    not_found: (user) => ask(practice, user, 'orders', { id: 'mine' }),
    position_not_found: (user) => ask(practice, user, 'orders', { positionId: 'mine' }),
    unknown_instrument: (user) => ask(practice, user, 'orders', { stockCode: 'NOSUCH' }),
  },
  addMargin: {
    incorrect_amount: async (user) => ask(practice, user, 'addMargin', { id: await held(user), amount: '0' }),
    insufficient_balance: async (user) =>
      ask(practice, user, 'addMargin', {
        id: await held(user, 'createStock', { ...share, leverage: 2 }),
        amount: '90000000',
      }),
    position_not_found: (user) => ask(practice, user, 'addMargin', { id: nobodys, amount: '1' }),
    expires_soon: async (user) => {
      const id = await held(user, 'createFuture', { ...future, leverage: 20 })
      return aroundLastTrade(0, () => ask(practice, user, 'addMargin', { id, amount: '1' }))
    },
    margin_not_possible: async (user) => ask(practice, user, 'addMargin', { id: await held(user), amount: '1' }),
  },
  autoRoll: {
    position_not_found: (user) => ask(practice, user, 'autoRoll', { id: nobodys, autoRoll: 1 }),
    not_tradable: async (user) => ask(practice, user, 'autoRoll', { id: await held(user), autoRoll: 1 }),
    expires_soon: async (user) => {
      const id = await held(user, 'createFuture', { ...future, leverage: 20 })
      return aroundLastTrade(0, () => ask(practice, user, 'autoRoll', { id, autoRoll: 1 }))
    },
  },
  closeSeveral: { not_found: (user) => ask(practice, user, 'closeSeveral', { ids: [0] }) },
  cancelSeveral: { not_found: (user) => ask(practice, user, 'cancelSeveral', { ids: ['mine'] }) },
  amendOrder: {
    not_found: (user) => ask(practice, user, 'amendOrder', { id: nobodys, ...changed('1') }),
    order_not_changeable: async (user) => ask(practice, user, 'amendOrder', { id: await held(user), ...changed('1') }),
    order_filled: amending({ filledNum: '1' }),
    order_unchanged: amending({ quantity: '10' }),
    trading_halted: amending({}, () => bends.silent.add('US:AAPL')),
    not_tradable: amending({}, () => bends.instruments.set('US:AAPL', { tradable: false })),
    short_not_available: amending({}, () => bends.instruments.set('US:AAPL', { shortable: false }), { direction: 1 }),
    quantity_missing: amending({ quantity: '0' }),
    quantity_step: amending({ quantity: '0.5' }),
    quantity_not_closable: async (user) => {
      const limitPrice = farPrice(105n)
      const order = await place(user, 'close', { id: await held(user), quantity: '5', orderType: 1, limitPrice })
      return ask(practice, user, 'amendOrder', { id: order.id, ...changed('11'), limitPrice })
    },
    order_too_large: amending({ quantity: '10000000' }),
    leverage_not_allowed: amending({}, () => bends.instruments.set('US:AAPL', { leverageCap: 1 }), { leverage: 5 }),
    price_step: amending({ limitPrice: '100.001' }),
    price_far: amending({ limitPrice: '1' }),
    expires_soon: async (user) => {
      const limitPrice = farPrice(95n, 'FUT:MESZ26')
      const order = await place(user, 'createFuture', { ...future, ...limited, limitPrice, leverage: 20 })
      const change = { id: order.id, filledNum: '0', quantity: '2', limitPrice }
      return aroundLastTrade(-3_600_000, () => ask(practice, user, 'amendOrder', change))
    },
    insufficient_balance: amending({ quantity: '500' }),
    wrong_state: (user) =>
      duringEntry(async () => {
        const limitPrice = farPrice(95n)
        const order = await place(user, 'createAuction', { ...share, ...limited, limitPrice })
        await askReset(practice.database.db, user)
        return ask(practice, user, 'amendOrder', { id: order.id, ...changed('2'), limitPrice })
      }),
  },
  affordable: {
    unknown_instrument: (user) =>
      ask(practice, user, 'affordable', { ...share, source: 0, stockCode: 'NOSUCH', type: 'full' }),
    quote_unavailable: under(
      () => bends.silent.add('US:AAPL'),
      (user) => ask(practice, user, 'affordable', { ...share, source: 0, type: 'full' }),
    ),
    position_not_found: (user) =>
      ask(practice, user, 'affordable', { ...share, source: 0, type: 'full', openClose: 1, positionId: nobodys }),
    not_tradable: (user) => ask(practice, user, 'affordable', { ...share, source: 2, type: 'full' }),
    leverage_not_allowed: (user) =>
      ask(practice, user, 'affordable', { ...share, source: 0, type: 'full', leverage: 4 }),
  },
  cancelOrder: {
    not_found: (user) => ask(practice, user, 'cancelOrder', { id: nobodys }),
    order_final: async (user) => ask(practice, user, 'cancelOrder', { id: await held(user) }),
  },
  createStock: ofOrders('createStock', share, 'US:AAPL', { quantity: '0.5', step: '100.001', rich: '500' }),
  createHongKongStock: ofOrders('createHongKongStock', hongKong, 'HK:00700', {
    quantity: '150',
    step: '500.01',
    rich: '10000',
  }),
  createAuction: {
    ...inEntry(ofOrders('createAuction', share, 'US:AAPL', { quantity: '0.5', step: '100.001', rich: '2500' })),
    auction_closed: (user) => ask(practice, user, 'createAuction', share),
    wrong_state: async (user) => {
      await askReset(practice.database.db, user)
      return ask(practice, user, 'createAuction', share)
    },
  },
  createFuture: {
    ...ofOrders('createFuture', future, 'FUT:MESZ26', { quantity: '1.5', step: '6000.1', rich: '100' }),
    market_closed: onSaturday((user) => ask(weekend, user, 'createFuture', future)),
    expires_soon: (user) => aroundLastTrade(-3_600_000, () => ask(practice, user, 'createFuture', future)),
  },
  createForex: {
    ...ofOrders('createForex', forex, 'FX:EURUSD', { quantity: '0.001', step: '1.1234567', rich: '20' }),
    market_closed: onSaturday((user) => ask(weekend, user, 'createForex', forex)),
  },
  fundDetails: {
    unknown_instrument: (user) => ask(practice, user, 'fundDetails', { stockCode: 'NOSUCH' }),
    quote_unavailable: under(
      () => (bends.noRates = true),
      (user) => ask(practice, user, 'fundDetails', { stockCode: 'MESZ26', market: 'FUT' }),
    ),
  },
  fundProfit: { unknown_instrument: (user) => ask(practice, user, 'fundProfit', { stockCode: 'NOSUCH' }) },
}

for (const [name, call] of Object.entries(table) as [Name, Call][]) {
  for (const word of call.refusals) {
    test(`${name} refuses: ${word}`, async () => {
      const provoke = present(cases[name][word], `a case for ${word} of ${name}`)
      const place = word === 'market_closed' ? weekend : practice
      assert.equal(await provoke(await place.person()), word)
    })
  }
}

const leveraged = [
  ['createStock', share, '5'],
  ['createHongKongStock', hongKong, '5'],
  ['createAuction', share, '5'],
  ['createFuture', future, '20'],
  ['createForex', forex, '30'],
  ['createForex', { ...forex, stockCode: 'USDHKD' }, '20'],
  ['affordable', { ...share, source: 0, type: 'full' }, '5'],
  ['affordable', { ...forex, market: 'FX', source: 2, type: 'half' }, '30'],
] as const
for (const [name, wire, n] of leveraged) {
  test(`${name} of ${'goldCode' in wire ? wire.goldCode : wire.stockCode} names the leverage limit ${n}`, async () => {
    const user = await practice.person()
    for (const leverage of [4, '1.5', 0, -1, 'abc', [5], 10 * Number(n)]) {
      const refused = await answerOf(practice, user, name, { ...wire, leverage })
      assert.deepEqual(refused, { refused: 'leverage_not_allowed', field: 'leverage', values: { n } })
    }
  })
}

test('affordable refuses leverage above the limit of the instrument as an order does', async () => {
  const wire = { ...share, source: 0, type: 'full', leverage: 10 }
  assert.equal(await ask(practice, await practice.person(), 'affordable', wire), 'leverage_not_allowed')
})

test('the ledger is consistent after all these refusals', async () => {
  await practice.expectBalancedLedger()
  await weekend.expectBalancedLedger()
})
