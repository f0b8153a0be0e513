import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sources } from '#market/instrument.ts'
import { formatMoney, formatQuantity, moneyOf, priceOf, quantityOf } from '#money/money.ts'
import { isRefusal, type RefusalWord } from '#refusal.ts'
import { hongKongShare, mexicanShare, openingFacts, quoteOf, share } from '#trading/examples-testing.ts'
import { checkOpening, type OpeningFacts, type OpeningRequest } from '#trading/order-check.ts'
import { previewOpening } from '#trading/preview.ts'
import { testTrading } from '#trading/testing.ts'

const { auctionStock } = sources
const funds = { STOCK: '50000.00', US_STOCK: '50000.00' }
const print = { time: 9000, bid: '99.98', ask: '100.02', last: '100.00', opening: true }

const quote = quoteOf(share, { bid: '99.99', ask: '100.01', phase: 'pre' })
const facts: OpeningFacts = { ...openingFacts(share, quote), auctionIsOpen: true }
const request: OpeningRequest = {
  source: auctionStock,
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

test('an order waits for the auction in every phase, as long as entry is open', () => {
  for (const phase of ['pre', 'practice', 'post', 'closed', 'auction'] as const)
    assert.equal(outcomeOf({ facts: { quote: { ...quote, phase } } }), 'queued', phase)
  for (const change of [{ leverage: 1 }, { leverage: 5 }, { direction: 'short' }] as const)
    assert.equal(outcomeOf({ request: change }), 'queued')
  assert.equal(outcomeOf({ request: { type: 'limit', limit: priceOf('101') } }), 'queued')
})

test('each refusal of an order for an auction', () => {
  const limit = (at: string): Partial<OpeningRequest> => ({ type: 'limit', limit: priceOf(at) })
  const cases: [RefusalWord, Change][] = [
    ['auction_closed', { facts: { auctionIsOpen: false } }],
    ['auction_closed', { facts: { auctionIsOpen: false, quote: { ...quote, phase: 'regular' } } }],
    ['unknown_instrument', { facts: { instrument: undefined } }],
    ['trading_halted', { facts: { halted: true } }],
    ['trading_halted', { facts: { quote: undefined } }],
    ['not_tradable', { facts: { instrument: hongKongShare } }],
    ['not_tradable', { facts: { instrument: mexicanShare } }],
    ['not_tradable', { facts: { conversionRate: undefined } }],
    ['short_not_available', { request: { direction: 'short' }, facts: { underOffer: true } }],
    ['short_not_available', { request: { direction: 'short' }, facts: { instrument: { ...share, shortable: false } } }],
    ['quantity_missing', { request: { quantity: undefined } }],
    ['quantity_step', { request: { quantity: quantityOf('1.5') } }],
    ['order_too_large', { request: { quantity: quantityOf('50001') } }],
    ['leverage_not_allowed', { request: { leverage: 10 } }],
    ['price_step', { request: limit('100.001') }],
    ['price_far', { request: limit('121') }],
    ['too_many_orders', { facts: { openOrders: 200 } }],
    ['insufficient_balance', { facts: { available: moneyOf('500.00') } }],
  ]
  for (const [expected, change] of cases) assert.equal(outcomeOf(change), expected, JSON.stringify(Object.keys(change)))
  const { auctionIsOpen: _, ...without } = facts
  const outcome = checkOpening(request, without)
  assert.equal(isRefusal(outcome) && outcome.refused, 'auction_closed', 'where nothing is said of an auction')
})

test('an order reserves with the buffer of a queued order, and its preview fills at the last price', () => {
  const accepted = checkOpening({ ...request, leverage: 1 }, facts)
  assert.ok(!isRefusal(accepted))
  // 10 × 100.01 × 1.05, and the least fee.
  assert.equal(formatMoney(accepted.reserve.total), '1051.10')
  const preview = previewOpening(accepted, request, facts.available)
  assert.equal(preview.price, priceOf('100'))
  const limited = previewOpening(accepted, { ...request, type: 'limit', limit: priceOf('101') }, facts.available)
  assert.equal(limited.price, priceOf('101'))
})

test('fills at the print whatever the ladder says, and is paid from the wallet of auctions', () => {
  const at = testTrading(share, funds)
  at.open({ id: 1, source: auctionStock, units: '30', leverage: 2, time: 1000 })
  at.tick({ time: 2000, phase: 'practice' })
  assert.equal(at.order(1).status, 'accepted', 'no quote fills it but the print')
  at.tick({ ...print, size: '1', auctionVolume: '400' })
  const { status, wallet, source, margin } = at.order(1)
  assert.deepEqual([status, wallet, source, formatMoney(margin)], ['filled', 'STOCK', auctionStock, '1500.00'])
  assert.deepEqual([at.position(1).source, at.position(1).wallet], [auctionStock, 'STOCK'])
  // It is closed like any share of the US.
  at.close({ id: 2, position: 1, amount: 'full', time: 10_000 })
  at.tick({ time: 11_000 })
  assert.deepEqual([at.order(2).status, at.order(2).source], ['filled', sources.stock])
  at.checkBalancedLedger()
})

test('ends unfilled, and frees the money, if the price is worse than its limit', () => {
  const at = testTrading(share, funds)
  at.open({ id: 1, source: auctionStock, units: '10', limit: '99.99', time: 1000 })
  at.open({ id: 2, source: auctionStock, units: '10', limit: '100.00', time: 1000 })
  at.open({ id: 3, source: auctionStock, units: '10', direction: 'short', limit: '100.01', time: 1000 })
  at.tick({ ...print, auctionVolume: '400' })
  const ends = [1, 2, 3].map((id) => [at.order(id).status, at.order(id).reason, at.order(id).reserve])
  assert.deepEqual(ends, [
    ['ended', 'AUCTION_UNFILLED', 0n],
    ['filled', undefined, 0n],
    ['ended', 'AUCTION_UNFILLED', 0n],
  ])
  assert.deepEqual(
    at.trading.notices.map(({ kind, id }) => `${kind} ${id}`),
    ['ORDER_ENDED 1', 'ORDER_FILLED 2', 'ORDER_ENDED 3'],
  )
  at.checkBalancedLedger()
})

test('one user and side shares the published volume in all products, by acceptance; the rest of an order for the auction ends', () => {
  const at = testTrading(share, funds)
  at.open({ id: 1, source: auctionStock, units: '60', time: 1000 })
  at.open({ id: 2, units: '30', phase: 'closed', time: 1000 })
  at.open({ id: 3, source: auctionStock, units: '30', time: 1000 })
  at.open({ id: 4, source: auctionStock, units: '80', direction: 'short', time: 1000 })
  at.open({ id: 5, source: auctionStock, units: '100', user: 8, time: 1000 })
  at.tick({ ...print, auctionVolume: '100' })
  assert.deepEqual(
    [1, 2, 3, 4, 5].map((id) => [formatQuantity(at.order(id).filled), at.order(id).status]),
    [
      ['60', 'filled'],
      ['30', 'filled'],
      ['10', 'ended'],
      ['80', 'filled'],
      ['100', 'filled'],
    ],
  )
  assert.equal(at.order(3).reason, 'AUCTION_UNFILLED')
  assert.equal(formatQuantity(at.position(3).quantity), '10', 'what was filled stands')
  at.checkBalancedLedger()
})

test('without a cross all orders for the auction end, and an ordinary market order goes to the next tick', () => {
  const at = testTrading(share, funds)
  at.open({ id: 1, source: auctionStock, units: '10', time: 1000 })
  at.open({ id: 2, units: '10', phase: 'closed', time: 1000 })
  at.tick({ ...print, auctionVolume: '0' })
  assert.deepEqual([at.order(1).reason, at.order(2).status], ['AUCTION_UNFILLED', 'accepted'])
  at.tick({ time: 10_000 })
  assert.equal(at.order(2).status, 'filled')
  at.checkBalancedLedger()
})

test('a practice auction and the ladder of the same quote are two things', () => {
  const at = testTrading(share, funds)
  at.open({ id: 1, source: auctionStock, units: '40', phase: 'practice', time: 1000 })
  at.open({ id: 2, units: '40', phase: 'practice', time: 1000 })
  at.tick({ ...print, opening: false, phase: 'practice', size: '10', auctionVolume: '40' })
  assert.deepEqual([at.order(1).cost, at.order(2).cost], [400_000_000_000n, 400_140_000_000n])
  at.checkBalancedLedger()
})

test('a halt at the cross, or a missed one, ends the order unfilled once it is over', () => {
  const at = testTrading(share, funds)
  at.open({ id: 1, source: auctionStock, units: '10', time: 1000, expiresAt: 9001 })
  at.tick({ ...print, auctionVolume: '100', usable: false })
  assert.equal(at.order(1).status, 'accepted')
  at.tick({ time: 10_000, usable: false })
  assert.deepEqual([at.order(1).status, at.order(1).reason], ['ended', 'AUCTION_UNFILLED'])
  at.open({ id: 2, source: auctionStock, units: '10', time: 20_000, expiresAt: 29_001 })
  at.lapse(34_000, { delaySeconds: 0, quoteAgeSecondsMax: 5 })
  assert.equal(at.order(2).status, 'accepted', 'a late quote could still cross it')
  at.lapse(34_001, { delaySeconds: 0, quoteAgeSecondsMax: 5 })
  assert.equal(at.order(2).reason, 'AUCTION_UNFILLED')
  at.checkBalancedLedger()
})

test('a cancel of before the cross counts, and money that is gone cuts the fill', () => {
  const at = testTrading(share, { STOCK: '1000.00' })
  at.open({ id: 1, source: auctionStock, units: '1', time: 1000 })
  assert.equal(at.tryCancel({ id: 1, time: 2000, noCancelPhase: true }), 'order_final')
  at.cancel({ id: 1, time: 2000 })
  at.open({ id: 2, source: auctionStock, units: '7', time: 2000 })
  at.tick({ ...print, bid: '149.98', ask: '150.02', last: '150.00', auctionVolume: '100' })
  assert.deepEqual([at.order(1).reason, at.order(2).reason], ['CANCELLED', 'AUCTION_UNFILLED'])
  assert.equal(formatQuantity(at.order(2).filled), '6', 'the money pays six of seven')
  at.checkBalancedLedger()
})
