import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  defaultSize,
  firstOf,
  isJump,
  isUsable,
  ladder,
  takenQuantity,
  liquidityOf,
  takesOf,
  worksIn,
  worksOn,
  type WorkingOrder,
  type Take,
} from './execution.ts'
import { sources, type Instrument } from '#market/instrument.ts'
import {
  formatPrice,
  formatQuantity,
  moneyOf,
  priceOf,
  quantity,
  quantityOf,
  valueOf,
  type Quantity,
} from '#money/money.ts'
import { phases, type Phase, type Quote } from '#market/quote.ts'
import { hongKongShare, indexFuture, quoteOf, share } from './examples-testing.ts'

const none = quantityOf('0')
const asking = (side: 'buy' | 'sell', units: string, limit?: string): WorkingOrder => ({
  side,
  type: limit === undefined ? 'market' : 'limit',
  limit: limit === undefined ? undefined : priceOf(limit),
  remaining: quantityOf(units),
})
const shown = (takes: readonly Take[]): string[] =>
  takes.map((take) => `${formatQuantity(take.quantity)} @ ${formatPrice(take.price)} ${take.rule} ${take.level}`)
const paid = (takes: readonly Take[]): bigint =>
  takes.reduce((sum, take) => sum + valueOf(take.price, take.quantity, share.multiplier), 0n) / 10n ** 6n

/** Plays an order through quotes, as the matcher does: each sees the one before it. */
function play(
  order: WorkingOrder,
  quotes: readonly Quote[],
): { readonly takes: readonly Take[]; readonly left: Quantity } {
  const takes: Take[] = []
  let left = order.remaining
  for (const [index, quote] of quotes.entries()) {
    const tick = { instrument: share, quote, previous: quotes[index - 1], used: none }
    const taken = takesOf({ ...order, remaining: left }, tick)
    takes.push(...taken)
    left = quantity(left - takenQuantity(taken))
  }
  return { takes, left }
}
const quotes = (...asks: readonly string[]): Quote[] =>
  asks.map((ask, index) => quoteOf(share, { bid: '90', ask, venueTime: 1000 + index }))

test('the public ladder (rulebook §15)', () => {
  const quote = quoteOf(share, { bid: '99.98', ask: '100.00', size: '500' })
  assert.deepEqual(
    ladder(share, quote, 'buy').map((rung) => formatPrice(rung.price)),
    ['100', '100.01', '100.02', '100.03', '100.04'],
  )
  assert.deepEqual(
    ladder(share, quote, 'sell').map((rung) => formatPrice(rung.price)),
    ['99.98', '99.97', '99.96', '99.95', '99.94'],
  )
})

test('a ladder steps by the tick of the band that it enters, and ends at zero', () => {
  const up = quoteOf(hongKongShare, { bid: '9.985', ask: '9.990', size: '500' })
  assert.deepEqual(
    ladder(hongKongShare, up, 'buy').map((rung) => formatPrice(rung.price)),
    ['9.99', '9.995', '10', '10.01', '10.02'],
  )
  const down = quoteOf(share, { bid: '1.01', ask: '1.02' })
  assert.deepEqual(
    ladder(share, down, 'sell').map((rung) => formatPrice(rung.price)),
    ['1.01', '1', '0.9999', '0.9998', '0.9997'],
  )
  const last = quoteOf(share, { bid: '0.0002', ask: '0.0003' })
  assert.deepEqual(
    ladder(share, last, 'sell').map((rung) => formatPrice(rung.price)),
    ['0.0002', '0.0001'],
  )
  const negative = quoteOf(indexFuture, { bid: '-5.25', ask: '-0.25' })
  assert.deepEqual(
    ladder(indexFuture, negative, 'buy').map((rung) => formatPrice(rung.price)),
    ['-0.25', '0', '0.25', '0.5', '0.75'],
  )
  const zero = quoteOf(indexFuture, { bid: '0', ask: '0.25' })
  assert.deepEqual(
    ladder(indexFuture, zero, 'sell').map((rung) => formatPrice(rung.price)),
    ['0', '-0.25', '-0.5', '-0.75', '-1'],
  )
})

test('a level has whole lots, and the default size where no size is quoted', () => {
  assert.equal(formatQuantity(defaultSize(share)), '500')
  assert.equal(formatQuantity(defaultSize(hongKongShare)), '500')
  // 3999 × 0.0005 = 1.9995
  assert.equal(formatQuantity(defaultSize({ lot: quantityOf('1'), averageVolume: quantityOf('3999') })), '1')
  assert.equal(formatQuantity(defaultSize({ lot: quantityOf('1000'), averageVolume: quantityOf('1000') })), '1000')
  const cases: [Instrument, string, string][] = [
    [hongKongShare, '1234', '1200'],
    [hongKongShare, '99', '500'],
    [hongKongShare, '0', '500'],
  ]
  for (const [instrument, size, expected] of cases) {
    const rungs = ladder(instrument, quoteOf(instrument, { bid: '10', ask: '10.01', size }), 'buy')
    assert.deepEqual(new Set(rungs.map((rung) => formatQuantity(rung.size))), new Set([expected]))
  }
})

test('a buy meets the size of the ask, a sell that of the bid', () => {
  const quote = {
    ...quoteOf(share, { bid: '10', ask: '10.01' }),
    askSize: quantityOf('300'),
    bidSize: quantityOf('700'),
  }
  assert.equal(formatQuantity(ladder(share, quote, 'buy')[0]?.size ?? none), '300')
  assert.equal(formatQuantity(ladder(share, quote, 'sell')[0]?.size ?? none), '700')
})

test('buy 10,000 limit 120 at 100 × 500: four ticks, 1,000,200.00 (rulebook §15)', () => {
  const { takes, left } = play(asking('buy', '10000', '120'), quotes('100', '100', '100', '100'))
  assert.equal(left, 0n)
  assert.equal(paid(takes), 100_020_000n)
})

test('buy 300 limit 100, asks 101 then 99: it was resting and fills at 100.00 (rulebook §15)', () => {
  assert.deepEqual(shown(play(asking('buy', '300', '100'), quotes('101', '99')).takes), ['300 @ 100 resting 0'])
  const partly = play(asking('buy', '3000', '100'), quotes('101', '99', '99'))
  assert.deepEqual(shown(partly.takes), ['2500 @ 100 resting 0', '500 @ 99 ladder 0'])
})

test('a limit order takes only levels within its limit', () => {
  const { takes, left } = play(asking('buy', '3000', '100.01'), quotes('100', '100.10'))
  assert.deepEqual(shown(takes), ['500 @ 100 ladder 0', '500 @ 100.01 ladder 1'])
  assert.equal(left, quantityOf('2000'))
})

test('a sell is the mirror of a buy', () => {
  const falling = [quoteOf(share, { bid: '99', ask: '99.02' }), quoteOf(share, { bid: '101', ask: '101.02' })]
  assert.deepEqual(shown(play(asking('sell', '300', '100'), falling).takes), ['300 @ 100 resting 0'])
  assert.deepEqual(shown(play(asking('sell', '600'), falling.slice(1)).takes), [
    '500 @ 101 ladder 0',
    '100 @ 100.99 ladder 1',
  ])
  assert.deepEqual(shown(play(asking('sell', '600', '101.01'), falling).takes), [])
  assert.deepEqual(shown(play(asking('sell', '600', '100.99'), falling.slice(1)).takes), [
    '500 @ 101 ladder 0',
    '100 @ 100.99 ladder 1',
  ])
  // A market order has no use for a limit.
  assert.deepEqual(shown(play({ ...asking('sell', '100'), limit: priceOf('200') }, falling.slice(1)).takes), [
    '100 @ 101 ladder 0',
  ])
})

test('an opening auction has one price for market orders and limits (rulebook §13.5, §23)', () => {
  const print = quoteOf(share, { bid: '94.98', ask: '95.02', last: '95.00', size: '500', opening: true })
  const cases: ['buy' | 'sell', string, string | undefined, string[]][] = [
    ['buy', '300', undefined, ['300 @ 95 auction 0']],
    ['sell', '300', undefined, ['300 @ 95 auction 0']],
    ['buy', '300', '100', ['300 @ 95 auction 0']],
    ['sell', '300', '90', ['300 @ 95 auction 0']],
    // At the price, or between it and the touch of the ladder: the auction fills where the ladder would not.
    ['buy', '300', '95.00', ['300 @ 95 auction 0']],
    ['sell', '300', '95.00', ['300 @ 95 auction 0']],
    ['buy', '300', '95.01', ['300 @ 95 auction 0']],
    ['buy', '300', '94.99', []],
    ['sell', '300', '95.01', []],
    // No more than the depth of the quote, all at the one price.
    ['buy', '9000', undefined, ['2500 @ 95 auction 0']],
  ]
  for (const [side, units, limit, expected] of cases) {
    const takes = takesOf(asking(side, units, limit), {
      instrument: share,
      quote: print,
      previous: undefined,
      used: none,
    })
    assert.deepEqual(shown(takes), expected, `${side} ${units} ${limit}`)
  }
})

test('an order that was resting before the auction fills at the auction price', () => {
  const before = quoteOf(share, { bid: '95.98', ask: '96.02', phase: 'practice', venueTime: 999 })
  const print = quoteOf(share, { bid: '94.98', ask: '95.02', last: '95.00', opening: true })
  assert.deepEqual(shown(play(asking('buy', '300', '95.50'), [before, print]).takes), ['300 @ 95 auction 0'])
})

test('the rest of an order that the auction filled partly fills by the ladder, because it was not resting', () => {
  const print = quoteOf(share, { bid: '94.98', ask: '95.02', last: '95.00', size: '500', opening: true })
  const next = (bid: string, ask: string) => quoteOf(share, { bid, ask, venueTime: 1001 })
  assert.deepEqual(shown(play(asking('buy', '3000', '95.01'), [print, next('94.88', '94.90')]).takes), [
    '2500 @ 95 auction 0',
    '500 @ 94.9 ladder 0',
  ])
  assert.deepEqual(shown(play(asking('sell', '3000', '94.99'), [print, next('95.10', '95.12')]).takes), [
    '2500 @ 95 auction 0',
    '500 @ 95.1 ladder 0',
  ])
})

test('all orders of one user share the depth of an auction', () => {
  const quote = quoteOf(share, { bid: '94.98', ask: '95.02', last: '95.00', size: '500', opening: true })
  const tick = { instrument: share, quote, previous: undefined, used: quantityOf('2400') }
  assert.deepEqual(shown(takesOf(asking('buy', '300'), tick)), ['100 @ 95 auction 0'])
  assert.deepEqual(takesOf(asking('buy', '300'), { ...tick, used: quantityOf('2500') }), [])
})

test('an auction with a book fills up to its published volume, whatever the ladder shows (rulebook §23)', () => {
  const quote = quoteOf(share, { bid: '94.98', ask: '95.02', last: '95.00', size: '10', opening: true })
  const print = { ...quote, auctionVolume: quantityOf('700') }
  const tick = { instrument: share, quote: print, previous: undefined, used: none }
  assert.deepEqual(shown(takesOf(asking('buy', '900'), tick)), ['700 @ 95 auction 0'])
  assert.deepEqual(shown(takesOf(asking('sell', '900', '95.00'), tick)), ['700 @ 95 auction 0'])
  assert.deepEqual(shown(takesOf(asking('buy', '900'), { ...tick, used: quantityOf('650') })), ['50 @ 95 auction 0'])
  assert.deepEqual(takesOf(asking('buy', '900', '94.99'), tick), [])
  const noCross = { ...tick, quote: { ...quote, auctionVolume: none } }
  assert.deepEqual(takesOf(asking('buy', '900'), noCross), [], 'the price was outside of the collar')
  const { auctionVolume: _, ...history } = print
  assert.deepEqual(shown(takesOf(asking('buy', '90'), { ...tick, quote: history })), ['50 @ 95 auction 0'])
})

test('only orders for auctions meet a practice auction; all others go on trading', () => {
  const print = { ...quoteOf(share, { bid: '94.98', ask: '95.02', last: '95.00' }), auctionVolume: quantityOf('700') }
  const tick = { instrument: share, quote: print, previous: undefined, used: none }
  assert.deepEqual(shown(takesOf(asking('buy', '10'), tick)), ['10 @ 95.02 ladder 0'])
  assert.deepEqual(shown(takesOf(asking('buy', '10'), { ...tick, source: sources.auctionStock })), [
    '10 @ 95 auction 0',
  ])
  assert.notEqual(liquidityOf(share, print), liquidityOf({ source: sources.auctionStock }, print))
  const opening = { ...print, opening: true }
  assert.equal(liquidityOf(share, opening), liquidityOf({ source: sources.auctionStock }, opening))
})

test('an order for auctions works on the print of an auction after its acceptance, and on nothing else', () => {
  const order = {
    source: sources.auctionStock,
    type: 'market',
    extendedHours: false,
    acceptedAt: 999,
    block: undefined,
  } as const
  const plain = quoteOf(share, { bid: '94.98', ask: '95.02' })
  const print = { ...plain, auctionVolume: quantityOf('700') }
  assert.equal(worksOn(order, print), true)
  assert.equal(worksOn(order, { ...plain, opening: true }), true, 'the opening print of a history')
  assert.equal(worksOn({ ...order, acceptedAt: 1000 }, print), false)
  for (const phase of phases) assert.equal(worksOn(order, { ...plain, phase }), false, phase)
})

test('a gap fills at the better price on the first tick of a session without an auction', () => {
  const opening = (bid: string, ask: string, last: string) => quoteOf(indexFuture, { bid, ask, last, opening: true })
  const cases: ['buy' | 'sell', string | undefined, Quote, string[]][] = [
    ['buy', '100', opening('94.75', '95.25', '95.00'), ['3 @ 95 opening 0']],
    ['buy', '95.25', opening('94.75', '95.25', '96.00'), ['3 @ 95.25 opening 0']],
    ['buy', '95.00', opening('94.75', '95.25', '95.00'), []],
    ['sell', '100', opening('104.75', '105.25', '105.00'), ['3 @ 105 opening 0']],
    ['sell', '106', opening('104.75', '105.25', '105.00'), []],
    ['sell', '104.75', opening('104.75', '105.25', '104.00'), ['3 @ 104.75 opening 0']],
    ['buy', undefined, opening('94.75', '95.25', '95.00'), ['3 @ 95.25 ladder 0']],
  ]
  for (const [side, limit, quote, expected] of cases) {
    const tick = { instrument: indexFuture, quote, previous: undefined, used: none }
    assert.deepEqual(shown(takesOf(asking(side, '3', limit), tick)), expected, `${side} ${limit}`)
  }
})

test('one order of 2,500 or five of 500 of one user in one tick cost 250,050.00 both (rulebook §15)', () => {
  const [quote] = quotes('100')
  assert.ok(quote !== undefined)
  const whole = takesOf(asking('buy', '2500'), { instrument: share, quote, previous: undefined, used: none })
  assert.equal(paid(whole), 25_005_000n)
  let used = none
  let total = 0n
  for (let part = 0; part < 5; part += 1) {
    const takes = takesOf(asking('buy', '500'), { instrument: share, quote, previous: undefined, used })
    assert.ok(takes.every((take) => take.earlier === used))
    used = quantity(used + takenQuantity(takes))
    total += paid(takes)
  }
  assert.equal(total, 25_005_000n)
  assert.deepEqual(takesOf(asking('buy', '1'), { instrument: share, quote, previous: undefined, used }), [])
  const second = { instrument: share, quote, previous: undefined, used: quantityOf('500') }
  assert.deepEqual(shown(takesOf(asking('buy', '1'), second)), ['1 @ 100.01 ladder 1'])
})

test('splitting an order gains nothing, whatever its limits', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 1500 }), { minLength: 1, maxLength: 6 })
  const limits = fc.option(fc.integer({ min: 9990, max: 10_010 }), { nil: undefined })
  const previous = fc.option(fc.integer({ min: 9990, max: 10_010 }), { nil: undefined })
  fc.assert(
    fc.property(parts, limits, previous, (units, cents, before) => {
      const quote = quoteOf(share, { bid: '99.00', ask: '100.00', size: '500' })
      const ahead =
        before === undefined ? undefined : quoteOf(share, { bid: '99.00', ask: String(before / 100), venueTime: 999 })
      const limit = cents === undefined ? undefined : String(cents / 100)
      const tick = { instrument: share, quote, previous: ahead }
      const total = String(units.reduce((sum, each) => sum + each, 0))
      const whole = takesOf(asking('buy', total, limit), { ...tick, used: none })
      let used = none
      let cost = 0n
      for (const each of units) {
        const takes = takesOf(asking('buy', String(each), limit), { ...tick, used })
        used = quantity(used + takenQuantity(takes))
        cost += paid(takes)
      }
      assert.equal(used, takenQuantity(whole))
      assert.equal(cost, paid(whole))
    }),
  )
})

test('takes the first units of a list of takes', () => {
  const [quote] = quotes('100')
  assert.ok(quote !== undefined)
  const takes = takesOf(asking('buy', '1200'), { instrument: share, quote, previous: undefined, used: none })
  assert.deepEqual(shown(firstOf(takes, quantityOf('700'))), ['500 @ 100 ladder 0', '200 @ 100.01 ladder 1'])
  assert.deepEqual(shown(firstOf(takes, quantityOf('500'))), ['500 @ 100 ladder 0'])
  assert.deepEqual(firstOf(takes, none), [])
})

test('an order works only in the phases of its product and type (rulebook §13.5)', () => {
  const stock = { source: sources.stock, type: 'limit', extendedHours: false } as const
  const extended = { ...stock, extendedHours: true }
  const cases: [Parameters<typeof worksIn>[0], Phase[]][] = [
    [stock, ['regular', 'practice']],
    [extended, ['regular', 'practice', 'pre', 'post']],
    [{ ...extended, type: 'market' }, ['regular', 'practice']],
    [{ ...extended, source: sources.hongKongStock }, ['regular', 'practice']],
    [{ source: sources.future, type: 'market', extendedHours: false }, ['regular', 'practice']],
  ]
  const phases: Phase[] = ['regular', 'pre', 'post', 'auction', 'lunch', 'closed', 'practice']
  for (const [terms, working] of cases) {
    assert.deepEqual(new Set(phases.filter((phase) => worksIn(terms, phase))), new Set(working))
  }
})

test('no look-back: only a quote made after the acceptance counts (rulebook §13.6)', () => {
  const terms = { source: sources.stock, type: 'market', extendedHours: false, acceptedAt: 1000 } as const
  const order = { ...terms, block: undefined }
  const quote = quoteOf(share, { bid: '1.00', ask: '1.01', venueTime: 1000 })
  assert.equal(worksOn(order, quote), false)
  assert.equal(worksOn(order, { ...quote, venueTime: 1001 }), true)
  assert.equal(worksOn(order, { ...quote, venueTime: 1001, phase: 'lunch' }), false)
  // A block works after its confirmation, a minute after the acceptance (§22).
  const block = { ...order, block: { offer: 1, commissionMin: moneyOf('50') } }
  assert.equal(worksOn(block, { ...quote, venueTime: 61_000 }), false)
  assert.equal(worksOn(block, { ...quote, venueTime: 61_001 }), true)
})

test('rejects quotes that are too old, crossed or a lone jump (rulebook §13.6)', () => {
  const before = quoteOf(share, { bid: '99.99', ask: '100.01' })
  const after = (bid: string, ask: string, facts: Partial<Quote> = {}) => ({
    ...quoteOf(share, { bid, ask, venueTime: 2000 }),
    ...facts,
  })
  const usable = (quote: Quote, now = 2000) => isUsable(quote, before, now, 5)
  assert.equal(usable(after('100.00', '100.02')), true)
  assert.equal(usable(after('100.00', '100.00')), true)
  assert.equal(usable(after('100.00', '100.02'), 7000), true)
  assert.equal(usable(after('100.00', '100.02'), 7001), false)
  assert.equal(usable(after('100.03', '100.02')), false)
  assert.equal(usable(after('124.99', '125.01')), true)
  assert.equal(usable(after('125.00', '125.02')), false)
  assert.equal(usable(after('74.98', '75.00')), false)
  assert.equal(usable(after('125.00', '125.02', { opening: true })), true)
  const jumped = after('130.00', '130.02')
  assert.equal(isJump(after('131.00', '131.02'), jumped), false)
  assert.equal(isUsable(jumped, undefined, 2000, 5), true)
  const [zero, cent] = [after('0', '0', { last: priceOf('0') }), after('0.01', '0.02', { last: priceOf('0.01') })]
  assert.deepEqual([isJump(cent, zero), isJump(zero, cent)], [false, true])
})
