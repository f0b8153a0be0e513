import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sources, type Instrument } from '#market/instrument.ts'
import { formatMoney, formatPrice, moneyOf, one, priceOf, quantityOf, quantity } from '#money/money.ts'
import {
  checkClosing,
  checkLimit,
  checkOpening,
  checkSize,
  entryOf,
  leverageChoices,
  notionalPrice,
  type ClosingRequest,
  type OpeningFacts,
  type OpeningRequest,
} from './order-check.ts'
import type { Position } from './positions.ts'
import type { Phase } from '#market/quote.ts'
import { isRefusal, refusal, type RefusalWord } from '#refusal.ts'
import {
  currencyPair,
  hongKongShare,
  indexFuture,
  mexicanShare,
  openingFacts,
  openPosition,
  quoteOf,
  share,
} from './examples-testing.ts'

const quote = quoteOf(share, { bid: '99.99', ask: '100.01' })
const facts = openingFacts(share, quote)
const request: OpeningRequest = {
  source: sources.stock,
  direction: 'long',
  type: 'market',
  limit: undefined,
  quantity: quantityOf('10'),
  leverage: 2,
  extendedHours: false,
}

type Change = { readonly request?: Partial<OpeningRequest>; readonly facts?: Partial<OpeningFacts> }
const outcomeOf = (change: Change): string => {
  const outcome = checkOpening({ ...request, ...change.request }, { ...facts, ...change.facts })
  return isRefusal(outcome) ? outcome.refused : outcome.queued ? 'queued' : 'works'
}

const limit = (at: string): Partial<OpeningRequest> => ({ type: 'limit', limit: priceOf(at) })
const short: Partial<OpeningRequest> = { direction: 'short' }
const phase = (name: Phase): Partial<OpeningFacts> => ({ quote: { ...quote, phase: name } })

test('each step of the validation sequence refuses (rulebook §14.1)', () => {
  const cases: [RefusalWord, Change][] = [
    ['unknown_instrument', { facts: { instrument: undefined } }],
    ['trading_halted', { facts: { halted: true } }],
    ['trading_halted', { facts: { quote: undefined } }],
    ['trading_halted', { facts: { quote: { ...quote, bid: priceOf('0') } } }],
    ['trading_halted', { facts: { quote: { ...quote, bid: priceOf('-1') } } }],
    ['not_tradable', { request: { source: sources.hongKongStock } }],
    ['not_tradable', { facts: { instrument: { ...share, tradable: false } } }],
    ['not_tradable', { facts: { conversionRate: undefined } }],
    ['not_tradable', { facts: { conversionRateToUsd: undefined } }],
    ['permission_missing', { facts: { permission: refusal('permission_missing') } }],
    ['short_not_available', { request: short, facts: { instrument: { ...share, shortable: false } } }],
    ['short_not_available', { request: short, facts: { underOffer: true } }],
    ['quantity_missing', { request: { quantity: undefined } }],
    ['quantity_missing', { request: { quantity: quantityOf('0') } }],
    ['quantity_missing', { request: { quantity: quantityOf('-1') } }],
    ['quantity_step', { request: { quantity: quantityOf('1.5') } }],
    ['order_too_large', { request: { quantity: quantityOf('11') }, facts: { quantityMax: quantityOf('10') } }],
    ['order_too_large', { request: { quantity: quantityOf('50001'), ...limit('80') } }],
    ['order_too_large', { request: { quantity: quantityOf('49996') } }],
    ['leverage_not_allowed', { request: { leverage: 4 } }],
    ['leverage_not_allowed', { request: { leverage: 10 } }],
    ['leverage_not_allowed', { request: { leverage: 0 } }],
    ['price_step', { request: { type: 'limit', limit: undefined } }],
    ['price_step', { request: limit('0') }],
    ['price_step', { request: limit('-100') }],
    ['price_step', { request: limit('100.005') }],
    ['price_far', { request: limit('120.01') }],
    ['price_far', { request: limit('79.99') }],
    ['invalid_parameter', { request: { extendedHours: true } }],
    ['expires_soon', { facts: { stage: 'closing_only' } }],
    ['expires_soon', { facts: { stage: 'ended', ...phase('closed') } }],
    ['too_many_orders', { facts: { openOrders: 200 } }],
    ['too_many_orders', { facts: { openOrders: 1, openPositions: 999 } }],
    ['insufficient_balance', { facts: { available: moneyOf('511.04') } }],
  ]
  for (const [word, change] of cases) assert.equal(outcomeOf(change), word)
})

test('a leverage that is not allowed is refused with the greatest step of its own instrument', () => {
  const cases = [
    [share, 4, '5'],
    [share, 10, '5'],
    [{ ...share, leverageCap: 1 }, 2, '1'],
    [{ ...share, leverageCap: 30 }, 4, '30'],
    // A cap between two steps: no order may have it.
    [{ ...share, leverageCap: 4 }, 5, '3'],
    [{ ...share, leverageCap: 20 }, 0, '20'],
  ] as const
  for (const [instrument, leverage, n] of cases) {
    const outcome = checkOpening({ ...request, leverage }, { ...facts, instrument })
    assert.deepEqual(outcome, refusal('leverage_not_allowed', { field: 'leverage', values: { n } }))
  }
})

test('accepts orders exactly at each limit', () => {
  const cases: Change[] = [
    {},
    { request: short },
    { request: { quantity: quantityOf('49995') }, facts: { available: moneyOf('3000000.00') } },
    { request: { quantity: quantityOf('50000'), ...limit('80') }, facts: { available: moneyOf('3000000.00') } },
    { request: limit('120.00') },
    { request: limit('80.00') },
    { facts: { openOrders: 199 } },
    { facts: { openOrders: 1, openPositions: 998 } },
    { facts: { available: moneyOf('511.05') } },
    { request: { quantity: quantityOf('10') }, facts: { quantityMax: quantityOf('10') } },
    { facts: { instrument: { ...share, averageVolume: quantityOf('0') } } },
  ]
  for (const change of cases) assert.equal(outcomeOf(change), 'works')
})

test('refuses by the first failed check', () => {
  const wrong: Change = {
    request: { quantity: quantityOf('1.5'), leverage: 99, type: 'limit', limit: priceOf('-1') },
    facts: { halted: true, openOrders: 500, available: moneyOf('0') },
  }
  assert.equal(outcomeOf(wrong), 'trading_halted')
  assert.equal(outcomeOf({ ...wrong, facts: { ...wrong.facts, halted: false } }), 'quantity_step')
  const lots = { ...wrong.request, quantity: quantityOf('1') }
  assert.equal(outcomeOf({ request: lots, facts: { openOrders: 500 } }), 'leverage_not_allowed')
  assert.equal(outcomeOf({ request: { ...lots, leverage: 1 }, facts: { openOrders: 500 } }), 'price_step')
})

test('a refusal names the field and what it should have been', () => {
  const said = (change: Partial<OpeningRequest>, instrument: Instrument = share) => {
    const outcome = checkOpening({ ...request, source: instrument.source, ...change }, { ...facts, instrument })
    return isRefusal(outcome) ? [outcome.field, outcome.values] : undefined
  }
  assert.deepEqual(said({ quantity: quantityOf('150') }, hongKongShare), ['quantity', { lot: '100' }])
  assert.deepEqual(said(limit('100.005')), ['limitPrice', { tick: '0.01' }])
  assert.deepEqual(said({ leverage: 30 }), ['leverage', { n: '5' }])
})

test('an accepted order reserves margin and fee at the buffered price (rulebook §14.2)', () => {
  const accepted = checkOpening({ ...request, leverage: 5 }, facts)
  assert.ok(!isRefusal(accepted))
  assert.equal(formatPrice(accepted.reserve.price), '102.0102')
  assert.deepEqual([accepted.reserve.margin, accepted.reserve.total].map(formatMoney), ['204.03', '205.02'])
  const queued = checkOpening({ ...request, leverage: 5 }, { ...facts, ...phase('closed') })
  assert.ok(!isRefusal(queued))
  assert.deepEqual([queued.queued, formatPrice(queued.reserve.price)], [true, '105.0105'])
})

test('an order works, queues or is refused by class and phase (rulebook §13.5)', () => {
  const phases: Phase[] = ['regular', 'practice', 'pre', 'post', 'auction', 'lunch', 'closed']
  const cases: [string, Instrument, OpeningRequest['type'], boolean, string][] = [
    ['US market', share, 'market', false, 'work work queue queue queue queue queue'],
    ['US limit', share, 'limit', false, 'work work queue queue queue queue queue'],
    ['US limit, extended', share, 'limit', true, 'work work work work queue queue queue'],
    ['HK limit', hongKongShare, 'limit', false, 'work work queue queue queue queue queue'],
    ['MX market', mexicanShare, 'market', false, 'work work queue queue queue queue queue'],
    ['future limit', indexFuture, 'limit', false, 'work work queue queue queue queue queue'],
    ['future market', indexFuture, 'market', false, `work work${' market_closed'.repeat(5)}`],
    ['forex market', currencyPair, 'market', false, `work work${' market_closed'.repeat(5)}`],
    ['US market, extended', share, 'market', true, Array(7).fill('invalid_parameter').join(' ')],
    ['MX limit, extended', mexicanShare, 'limit', true, Array(7).fill('invalid_parameter').join(' ')],
  ]
  for (const [what, instrument, type, extendedHours, expected] of cases) {
    const answers = phases.map((name) => {
      const entry = entryOf({ type, extendedHours }, instrument, { phase: name })
      return typeof entry === 'string' ? entry : entry.refused
    })
    assert.equal(answers.join(' '), expected, what)
  }
})

test('leverage steps up to the cap', () => {
  assert.deepEqual(leverageChoices(share), [1, 2, 3, 5])
  assert.deepEqual(leverageChoices(currencyPair), [1, 2, 3, 5, 10, 20, 30])
})

const closing: ClosingRequest = { amount: 'full', type: 'market', limit: undefined, extendedHours: false }
const closingOutcome = (
  change: Partial<ClosingRequest>,
  position: Position | undefined,
  market: Partial<OpeningFacts> = {},
): string => {
  const outcome = checkClosing({ ...closing, ...change }, { ...facts, ...market, position })
  return isRefusal(outcome) ? outcome.refused : String(outcome.quantity / 10n ** 8n)
}

test('checks which quantity of a position may be closed (rulebook §14.1, §16.6)', () => {
  const position = openPosition(share)
  const odd = openPosition(hongKongShare, { units: '150' })
  const inHongKong = { instrument: hongKongShare }
  const locked = { ...position, locked: quantityOf('100') }
  const cases: [string, Partial<ClosingRequest>, Position | undefined, Partial<OpeningFacts>?][] = [
    ['100', {}, position],
    ['50', { amount: 'half' }, position],
    ['7', { amount: quantityOf('7') }, position],
    ['150', {}, odd, inHongKong],
    ['100', { amount: quantityOf('100') }, odd, inHongKong],
    ['quantity_step', { amount: quantityOf('50') }, odd, inHongKong],
    ['50', { amount: quantityOf('50') }, { ...odd, quantity: quantityOf('50') }, inHongKong],
    ['quantity_step', { amount: quantityOf('30') }, { ...odd, quantity: quantityOf('50') }, inHongKong],
    ['position_not_found', {}, undefined],
    ['position_not_found', {}, { ...position, state: 'CLOSED' }],
    ['position_locked', {}, { ...position, state: 'LOCKED' }],
    ['quantity_not_closable', { amount: quantityOf('101') }, position],
    ['quantity_not_closable', {}, locked],
    ['quantity_missing', { amount: quantityOf('0') }, position],
    ['trading_halted', {}, position, { halted: true }],
    ['100', {}, position, { stage: 'closing_only' }],
    ['expires_soon', {}, position, { stage: 'ended', halted: true, ...phase('closed') }],
    ['100', {}, position, { quote: { ...quote, bid: priceOf('-1'), ask: priceOf('-0.99') } }],
    ['100', {}, position, { instrument: { ...share, tradable: false } }],
    ['price_far', limit('130'), position],
    ['price_step', limit('99.995'), position],
    ['100', limit('99.99'), position],
    ['100', {}, position, phase('closed')],
    ['market_closed', {}, openPosition(indexFuture), { instrument: indexFuture, ...phase('closed') }],
  ]
  for (const [expected, change, held, market] of cases) {
    assert.equal(closingOutcome(change, held, market), expected)
  }
})

test('an order of 5,000,000 USD is the largest, to the cent (rulebook §14.1)', () => {
  const unreported = { ...share, averageVolume: quantity(0n) }
  const facts = { conversionRateToUsd: one, quantityMax: undefined }
  const refused = (at: string) => checkSize(quantityOf('50000'), priceOf(at), unreported, facts)?.refused
  assert.equal(refused('100'), undefined)
  // 5,000,000.004
  assert.equal(refused('100.00000008'), 'order_too_large')
})

test('the size of an order is judged at its limit, or at what it would meet', () => {
  const touch = quoteOf(share, { bid: '99', ask: '101' })
  const limited = (limit: string) => ({ direction: 'long', type: 'limit', limit: priceOf(limit) }) as const
  assert.equal(notionalPrice(limited('90'), touch), priceOf('90'))
  assert.equal(notionalPrice(limited('0'), touch), priceOf('101'))
  assert.equal(notionalPrice({ ...limited('90'), type: 'market' }, touch), priceOf('101'))
  assert.equal(notionalPrice({ direction: 'short', type: 'market', limit: undefined }, touch), priceOf('99'))
})

test('a limit beside the grid is told the step at the limit, a missing one the step at the last price', () => {
  const last = quoteOf(share, { bid: '1.20', ask: '1.20' })
  const step = (limit: string | undefined) =>
    checkLimit({ type: 'limit', limit: limit === undefined ? undefined : priceOf(limit) }, share, last)?.values
  assert.deepEqual([step('0.99995'), step(undefined)], [{ tick: '0.0001' }, { tick: '0.01' }])
})
