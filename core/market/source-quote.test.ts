import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatPrice, priceOf, quantityOf } from '#money/money.ts'
import { isUsable } from '#trading/execution.ts'
import { quoteOf, share } from '#trading/examples-testing.ts'
import {
  delayOf,
  quoteFromSource,
  touchOf,
  type Arrival,
  type ExpectedQuote,
  type SourceQuote,
} from './source-quote.ts'

const now = Date.UTC(2026, 8, 8, 15, 0)
const good: SourceQuote = {
  symbol: 'EXMP',
  currency: 'USD',
  tradedAt: now - 5_000,
  last: priceOf('100'),
  bid: priceOf('99.98'),
  ask: priceOf('100.02'),
  previousClose: undefined,
  delaySeconds: 0,
}
const expected: ExpectedQuote = {
  instrument: share,
  symbol: 'EXMP',
  mayBeNegative: false,
  hasTouch: true,
  size: quantityOf('500'),
}
const before = quoteOf(share, { bid: '99.99', ask: '100.01', venueTime: now - 65_000, receivedTime: now - 60_000 })
const arrival: Arrival = {
  receivedAt: now,
  previous: before,
  knownClose: undefined,
  phase: 'regular',
  isActionUnknown: false,
  ageSecondsMax: 60,
}

/** What becomes of a source's words: the fault, or whether they are only shown or may also fill. */
function outcome(said: Partial<SourceQuote>, facts: Partial<ExpectedQuote> = {}, came: Partial<Arrival> = {}): string {
  const quote = quoteFromSource({ ...good, ...said }, { ...expected, ...facts }, { ...arrival, ...came })
  if (typeof quote === 'string') return quote
  return isUsable(quote, before, now, 60) ? 'filled' : 'shown'
}

const cases: readonly (readonly [string, Partial<SourceQuote>, string, Partial<ExpectedQuote>?, Partial<Arrival>?])[] =
  [
    ['a quote of five seconds ago', {}, 'filled'],
    ['the answer to another symbol', { symbol: 'EXMQ' }, 'wrong_symbol'],
    ['the symbol in another case', { symbol: 'exmp' }, 'wrong_symbol'],
    ['another currency', { currency: 'MXN' }, 'wrong_currency'],
    ['pence instead of pounds', { currency: 'GBp' }, 'wrong_currency'],
    ['no currency', { currency: undefined }, 'wrong_currency'],
    ['no price, which NaN and a text become', { last: undefined }, 'no_price'],
    ['a price of zero', { last: priceOf('0') }, 'not_positive'],
    ['a price that the grid rounds to zero', { last: priceOf('0.00004') }, 'not_positive'],
    ['a price below zero', { last: priceOf('-1') }, 'not_positive'],
    ['a price below zero of a future', { last: priceOf('-37.63'), bid: undefined }, 'shown', { mayBeNegative: true }],
    ['no time', { tradedAt: undefined }, 'no_time'],
    ['a clock that is 30 seconds before ours', { tradedAt: now + 30_000 }, 'filled'],
    ['a time that has not come', { tradedAt: now + 30_001 }, 'future_time'],
    ['an older quote than the last one', { tradedAt: now - 65_001 }, 'out_of_order'],
    ['the last quote again', { tradedAt: now - 65_000 }, 'duplicate'],
    ['the last instant with another price', { tradedAt: now - 65_000, last: priceOf('101') }, 'duplicate'],
    ['a share that may pay or split today', {}, 'shown', {}, { isActionUnknown: true }],
    ['the first quote of an instrument', { tradedAt: now - 50_000 }, 'filled', {}, { previous: undefined }],
    ['an age of a minute', { tradedAt: now - 60_000 }, 'filled'],
    ['an age of more than a minute', { tradedAt: now - 60_001 }, 'shown'],
    ['an age within the lag that the source names', { tradedAt: now - 60_001, delaySeconds: 900 }, 'filled'],
    [
      'yesterday, with a lag of a day',
      { tradedAt: now - 4_000_000, delaySeconds: 86_400 },
      'shown',
      {},
      { previous: undefined },
    ],
    [
      'the close before, as we know it',
      { previousClose: priceOf('98') },
      'filled',
      {},
      { knownClose: priceOf('98.10') },
    ],
    [
      'a close before that is a tenth away',
      { previousClose: priceOf('88.2') },
      'filled',
      {},
      { knownClose: priceOf('98') },
    ],
    [
      'a close before of other shares: a split that we do not know',
      { previousClose: priceOf('24.5') },
      'shown',
      {},
      { knownClose: priceOf('98') },
    ],
    [
      'a consolidation of ten to nine',
      { previousClose: priceOf('108.89') },
      'shown',
      {},
      { knownClose: priceOf('98') },
    ],
    ['a close before of which we know none', { previousClose: priceOf('24.5') }, 'filled'],
    ['bid above ask', { bid: priceOf('100.03') }, 'shown'],
    ['bid above ask of a currency pair', { bid: priceOf('100.03') }, 'filled', { hasTouch: false }],
    ['bid and ask alike', { bid: priceOf('100.02') }, 'filled'],
    ['a rise of a quarter', { last: priceOf('125'), bid: undefined }, 'filled'],
    ['a rise of more than a quarter', { last: priceOf('125.01'), bid: undefined }, 'shown'],
    ['a fall of more than a quarter', { last: priceOf('74.99'), bid: undefined }, 'shown'],
  ]
for (const [about, said, wanted, facts, came] of cases)
  test(`${about}: ${wanted}`, () => assert.equal(outcome(said, facts, came), wanted))

test('a jump is filled once a second quote confirms it', () => {
  const arrived = (price: string, at: number) =>
    quoteFromSource({ ...good, last: priceOf(price), bid: undefined, tradedAt: at }, expected, {
      ...arrival,
      receivedAt: at,
    })
  const [jump, next] = [arrived('130', now), arrived('130.5', now + 30_000)]
  assert.ok(typeof jump === 'object' && typeof next === 'object')
  assert.deepEqual([isUsable(jump, before, now, 60), isUsable(next, jump, now + 30_000, 60)], [false, true])
})

const touches: readonly (readonly [string, Pick<SourceQuote, 'bid' | 'ask'>, string])[] = [
  ['a market', { bid: priceOf('99.98'), ask: priceOf('100.02') }, '99.98 100.02'],
  ['prices between two ticks', { bid: priceOf('99.984'), ask: priceOf('100.016') }, '99.98 100.02'],
  ['a spread of 2 %', { bid: priceOf('99'), ask: priceOf('101') }, '99 101'],
  ['a spread of more than 2 %', { bid: priceOf('99'), ask: priceOf('101.01') }, '99.99 100.01'],
  ['no side', { bid: undefined, ask: undefined }, '99.99 100.01'],
  ['one side alone', { bid: priceOf('99.98'), ask: undefined }, '99.99 100.01'],
  ['zero for a side that is not known', { bid: priceOf('0'), ask: priceOf('100.02') }, '99.99 100.01'],
  ['a crossed market, which is kept so that it can be marked', { bid: priceOf('101'), ask: priceOf('99') }, '101 99'],
]
for (const [about, said, wanted] of touches)
  test(`bid and ask of ${about} are ${wanted}`, () => {
    const { bid, ask } = touchOf(said, priceOf('100'), share)
    assert.equal(`${formatPrice(bid)} ${formatPrice(ask)}`, wanted)
  })

test('a lag is believed up to half an hour, and never below zero', () => {
  const lags = [undefined, 0, 15.5, 1200, 1801, -60].map((delaySeconds) => delayOf({ delaySeconds }))
  assert.deepEqual(lags, [0, 0, 16, 1200, 1800, 0])
})

test('a quote has the name of its instrument and its own instant, on the grid of its prices', () => {
  const quote = quoteFromSource({ ...good, last: priceOf('100.00499') }, expected, arrival)
  assert.ok(typeof quote === 'object')
  assert.deepEqual(
    [quote.id, quote.venueTime, quote.receivedTime, formatPrice(quote.last), quote.phase, quote.opening],
    [`US:EXMP@${now - 5_000}`, now - 5_000, now, '100', 'regular', false],
  )
})
