import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { RefusalWord } from '@mex/core/refusal.ts'
import { instantOf, dayOfDate } from '@mex/core/time-zone.ts'
import fc from 'fast-check'
import * as z from 'zod/mini'

import { account } from './account/calls.ts'
import { calls } from './areas.ts'
import { everyCall } from './calls.ts'
import { bar } from './market/details.ts'
import * as funding from './funding/shapes.ts'
import { userWithToken } from './account/shapes.ts'
import { depthLevel, quote } from './market/shapes.ts'
import { closedPosition, order, position } from './trading/shapes.ts'
import { bill, billDetail, walletBalance } from './wallet/shapes.ts'
import { watch } from './watchlist/shapes.ts'
import { decimalsMinOf, newYorkTime, wireObjectOf } from './wire.ts'

/** Field names exactly as specification, calls C has them. */
const wireFields: Readonly<Record<string, readonly [z.ZodMiniType, string]>> = {
  User: [
    userWithToken,
    'id username email userType nickName invitationCode realStatus realReason blockStatus payPasswordSet lang simulated createTimeTimestamp guest token',
  ],
  Quote: [
    quote,
    'source market marketType classify stock_code name price_nominal change change_ratio fall volume selfSelectStatus currencyUsDatetime profile hasPostMarketData postMarketChange postMarketChangePercent hasPreMarketData preMarketChange preMarketChangePercent indicatorsQuoteClose open preClose high low high52w low52w bid ask bidVolume askVolume openInterest expiryDate lastTradeTimestamp settlePrice settleTimestamp preSettle currency lot tick multiplier leverageCap shortable session halted mode delaySec quoteId lastSession sinceClose doubt publicPrice',
  ],
  Watch: [watch, 'id f14 f12 f4 f3 f5 f2 source market classify tick indicatorsQuoteClose shortable publicPrice'],
  Order: [
    order,
    'id orderNo source productType stockCode stockName goldCode goldName market classify lot tick multiplier direction openClose orderType limitPrice quantity filledNum avgPrice leverage margin reserve handlingFee status reason quoteId isPracticeAuction positionId walletType currency createTimeTimestamp modifyTimeTimestamp expiredDateTimestamp cancelRequestedTimestamp block replacesOrderId',
  ],
  Position: [
    position,
    'id orderType limitPrice source productType stockCode stockName goldCode goldName market classify lot tick todayBase multiplier direction positionNum lockedNum closableNum leverage isolatedPosition initialMargin addedMargin pendingMargin owed openPrice openCost markPrice markRate zdf profit sellProfit handlingFee financing nextFinancing nextDividend nextSplit nextRemoval block autoRoll liquidationPrice positionStatus walletType currency marketDateTimestamp publicPrice createTimeTimestamp modifyTimeTimestamp expiredDateTimestamp settleTimestamp',
  ],
  Closed: [
    closedPosition,
    'id orderType limitPrice source productType stockCode stockName goldCode goldName market classify lot tick todayBase multiplier direction positionNum lockedNum closableNum leverage isolatedPosition initialMargin addedMargin pendingMargin owed openPrice openCost markPrice markRate zdf profit sellProfit handlingFee financing nextFinancing nextDividend nextSplit nextRemoval block autoRoll liquidationPrice positionStatus walletType currency marketDateTimestamp publicPrice createTimeTimestamp modifyTimeTimestamp expiredDateTimestamp settleTimestamp closeOrderType closeNum closePrice closeReason closeOrderId closeTimeTimestamp',
  ],
  Wallet: [walletBalance, 'walletType currency balance usedBalance totalBalance equity profit unsettled'],
  Bill: [bill, 'id amount billType memo walletType currency refId detail cancellable createTimeTimestamp'],
  'bill detail': [
    billDetail,
    'orderId conv quoteId price nights days rate basis yearDays shares amount tax ratio face accrued product date',
  ],
  Card: [
    funding.card,
    'id type bankName accountName cardNumber swiftCode branchCode cardholderName account region city postalCode bankAddress personalAddress abaRoutingNumber frontImage backImage currency network address isDefault',
  ],
  Deposit: [
    funding.deposit,
    'id type currency network address txHash amount creditedAmount rate confirmations status reason createTimeTimestamp',
  ],
  'deposit option': [funding.depositOption, 'id currency name type network address minAmount confirmations rate note'],
  'usable amount': [calls.funding.usable.output, 'amount currency unsettled reason reasonCode'],
  'withdrawal applied for': [calls.funding.withdraw.output, 'id status amount fee receive rate reviewBy'],
  Depth: [depthLevel, 'level bid bidVolume ask askVolume'],
  Overview: [
    account.overview.output,
    'currency total available used equity profit unsettled todayProfit hkTodayProfit counts list',
  ],
  Candles: [calls.market.candles.output, 'type list outsideList'],
  Transfer: [calls.wallet.transfer.output, 'id status estimatedRate estimatedAmount settleTimestamp'],
  Holding: [calls.trading.holding.output, 'positionNum closableNum avgPrice profit list'],
  Affordable: [calls.trading.affordable.output, 'num margin handlingFee available'],
  Conditions: [
    calls.market.conditions.output,
    'minCount lot maxCount tick leverageSteps leverageCap shortable feeRates ticks avgVolume walletRate usdRate feeDate night',
  ],
  Rates: [calls.market.rates.output, 'currency target buyRate sellRate mid timestamp list'],
  FundDetails: [
    calls.market.fundDetails.output,
    'walletType balance usedBalance profit todayProfit positions buyTotal sellTotal',
  ],
  Summary: [
    calls.market.summary.output,
    'profile marketCap sharesOutstanding pe eps dividendYield dividendPerShare high52w low52w avgVolume sector website dividends splits simulated',
  ],
}

for (const [name, [schema, fields]] of Object.entries(wireFields)) {
  test(`${name} has exactly the fields of the catalogue on the wire`, () => {
    assert.deepEqual(Object.keys(wireObjectOf(schema)?.shape ?? {}).toSorted(), fields.split(' ').toSorted())
  })
}

const decimalText = (scale: number) =>
  fc
    .tuple(
      fc.bigInt({ min: 0n, max: 10n ** 15n }),
      fc.bigInt({ min: 0n, max: 10n ** BigInt(scale) - 1n }),
      fc.boolean(),
    )
    .map(([whole, fraction, negative]) => {
      const sign = negative && (whole > 0n || fraction > 0n) ? '-' : ''
      return `${sign}${whole}.${fraction.toString().padStart(scale, '0')}`
    })

/** As the wire writes a decimal: no zeros at the end beyond the ones that the field always has. */
function shortened(text: string, least: number): string {
  const [whole = '', fraction = ''] = text.split('.')
  let kept = fraction
  while (kept.length > least && kept.endsWith('0')) kept = kept.slice(0, -1)
  return kept === '' ? whole : `${whole}.${kept}`
}

const newYorkTexts = fc
  .integer({ min: 1_000_000_000, max: 2_000_000_000 })
  .map((seconds) => z.encode(newYorkTime, seconds * 1000))

type Definition = {
  readonly type: string
  readonly innerType: z.ZodMiniType
  readonly element: z.ZodMiniType
  readonly items: readonly z.ZodMiniType[]
  readonly options: readonly z.ZodMiniType[]
  readonly values: readonly unknown[]
  readonly entries: Readonly<Record<string, string>>
  readonly in: z.ZodMiniType
  readonly shape: Readonly<Record<string, z.ZodMiniType>>
}

function anyObject(shape: Definition['shape']): fc.Arbitrary<unknown> {
  return fc.record(Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, anyWire(field)])))
}

/** Any wire form of a schema of the contract. */
function anyWire(schema: z.ZodMiniType): fc.Arbitrary<unknown> {
  const definition = schema._zod.def as unknown as Definition
  const least = decimalsMinOf(schema)
  if (least !== undefined)
    return decimalText(Math.max(2, least)).map((text) => shortened(text, least).replace(/^-0(\.0*)?$/, '0$1'))
  if (schema === (newYorkTime as z.ZodMiniType)) return newYorkTexts
  const wire = wireObjectOf(schema)
  if (wire !== undefined) return anyObject(wire.shape as Definition['shape'])
  switch (definition.type) {
    case 'string':
      return fc.string()
    case 'number':
      return fc.integer({ min: 0, max: 4_000_000_000 })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'unknown':
      return fc.jsonValue().map((value) => JSON.parse(JSON.stringify(value)) as unknown)
    case 'literal': {
      const numbers = definition.values.filter((value) => typeof value === 'number')
      return fc.constantFrom(...(numbers.length > 0 ? numbers : definition.values))
    }
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries))
    case 'union':
      return anyWire(definition.options[0] as z.ZodMiniType)
    case 'array':
      return fc.array(anyWire(definition.element), { maxLength: 3 })
    case 'tuple':
      return fc.tuple(...definition.items.map(anyWire))
    case 'object':
      return anyObject(definition.shape)
    case 'nullable':
      return fc.option(anyWire(definition.innerType), { nil: null })
    case 'optional':
    case 'readonly':
      return anyWire(definition.innerType)
    case 'pipe':
      return anyWire(definition.in)
    default:
      throw new Error(`No wire form is known for ${definition.type}`)
  }
}

for (const { area, name, call } of everyCall) {
  if (call === calls.market.venue) continue
  test(`what ${area}.${name} answers survives the wire`, () => {
    fc.assert(
      fc.property(anyWire(call.output), (wire) => {
        const model = z.decode(call.output, wire)
        const written: unknown = JSON.parse(JSON.stringify(z.encode(call.output, model)))
        assert.deepEqual(written, JSON.parse(JSON.stringify(wire)))
        assert.deepEqual(z.decode(call.output, written), model)
      }),
      { numRuns: 25 },
    )
  })
}

test('encodes an unknown instrument as an empty object', () => {
  const { output } = calls.market.venue
  assert.deepEqual(z.encode(output, undefined), {})
  assert.equal(z.decode(output, {}), undefined)
  const wire = { market: 'US', marketType: 'NASDAQ', classify: 'UsStock' }
  assert.deepEqual(z.decode(output, wire), { market: 'US', venue: 'NASDAQ', classify: 'UsStock' })
  assert.deepEqual(z.encode(output, { market: 'US', venue: 'NASDAQ', classify: 'UsStock' }), wire)
})

test('rejects an answer with an invalid field', () => {
  const wire = { id: 91, status: 0, estimatedRate: '18.4460', estimatedAmount: '1000.00', settleTimestamp: 1795186830 }
  const { output } = calls.wallet.transfer
  const read = z.decode(output, wire)
  assert.deepEqual([read.status, read.estimatedAmount, read.settlesAt], ['moving', 100_000n, 1_795_186_830_000])
  assert.deepEqual(z.encode(output, read), wire)
  const more = { ...read, passwordHash: 'what a handler had at hand' }
  assert.deepEqual(z.encode(output, more), wire, 'nothing but the fields of the shape is written')
  for (const [field, value] of Object.entries({ id: '91', status: 3, estimatedRate: 'x', settleTimestamp: null })) {
    assert.equal(z.safeDecode(output, { ...wire, [field]: value }).success, false, field)
  }
})

const everywhere: readonly RefusalWord[] = ['invalid_parameter', 'too_many_requests', 'unavailable', 'try_again']
const bad: readonly unknown[] = [undefined, '', 'a b', '-1', '0', 'x'.repeat(60), [], {}, false, 1e21, '\u0000']
for (const { area, name, call } of everyCall) {
  test(`${area}.${name} lists every word that its fields refuse with`, () => {
    const fields = Object.entries(wireObjectOf(call.input)?.shape ?? {}) as [string, z.ZodMiniType][]
    for (const [field, schema] of fields) {
      for (const value of bad) {
        const read = z.safeDecode(schema, value)
        for (const word of read.success ? [] : read.error.issues.map((issue) => issue.message)) {
          const listed = [...everywhere, ...call.refusals].some((each) => each === word)
          assert.ok(listed, `${field} = ${JSON.stringify(value)} says ${word}`)
        }
      }
    }
  })
}

test('every call has a unique address, and its path parameters are fields of its request', () => {
  const addresses = everyCall.map(({ call }) => `${call.method} ${call.path}`)
  assert.equal(new Set(addresses).size, addresses.length)
  for (const { call } of everyCall) {
    const fields = Object.keys(wireObjectOf(call.input)?.shape ?? {})
    for (const [, part] of call.path.matchAll(/\{(\w+)\}/g)) assert.ok(fields.includes(part ?? ''), call.path)
    if (call.method === 'GET') assert.equal(call.idempotency, 'safe')
    assert.equal(new Set(call.refusals).size, call.refusals.length, `${call.path} lists a refusal twice`)
  }
})

test('calls whose work grows with the years count against the rate limit of histories', () => {
  const histories = everyCall.filter(({ call }) => call.rate === 'history').map(({ area, name }) => `${area}.${name}`)
  assert.deepEqual(histories.toSorted(), [
    'crypto.candles',
    'follows.agencies',
    'market.candles',
    'market.news',
    'portfolio.curve',
    'portfolio.months',
    'records.billFile',
    'records.executionFile',
  ])
})

test('converts New York times: summer, winter, noon, midnight and the repeated hour', () => {
  const texts: readonly [number, string][] = [
    [Date.UTC(2026, 10, 20, 15, 5, 0), '11-20-2026 10:05:00 AM'],
    [Date.UTC(2026, 6, 1, 16, 0, 1), '07-01-2026 12:00:01 PM'],
    [Date.UTC(2026, 6, 1, 4, 0, 59), '07-01-2026 12:00:59 AM'],
    [Date.UTC(2026, 0, 1, 4, 59, 59), '12-31-2025 11:59:59 PM'],
    [Date.UTC(2026, 10, 1, 5, 30, 0), '11-01-2026 01:30:00 AM'],
  ]
  for (const [instant, text] of texts) {
    assert.equal(z.encode(newYorkTime, instant), text)
    assert.equal(z.decode(newYorkTime, text), instant)
  }
  assert.equal(z.encode(newYorkTime, Date.UTC(2026, 10, 1, 6, 30, 0)), '11-01-2026 01:30:00 AM')
  assert.equal(instantOf('America/New_York', dayOfDate(2026, 11, 20), 605), Date.UTC(2026, 10, 20, 15, 5))
  for (const text of ['2026-11-20', '11-20-2026 10:05:00', '', '11/20/2026 10:05:00 AM']) {
    assert.equal(z.safeDecode(newYorkTime, text).success, false, text)
  }
})

test('encodes a candle as six values in the order of the catalogue', () => {
  const wire = [1795186800, '187.35', '188', '187.1', '187.99', '120300']
  const candle = z.decode(bar, wire as never)
  assert.deepEqual([candle.time, candle.high, candle.volume], [1795186800, 18_800_000_000n, 12_030_000_000_000n])
  assert.deepEqual(z.encode(calls.market.candles.output, { period: '1D', bars: [candle], outside: [] }), {
    type: '1D',
    list: [wire],
    outsideList: [],
  })
  assert.equal(z.safeDecode(bar, wire.slice(1) as never).success, false)
})
