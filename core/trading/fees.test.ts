import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Levy } from '#ledger/accounts.ts'
import { convertFee, feeIncrease, feeOf, feeTableOf, feeTotal, leviesOf, noFee, payable, type Fee } from './fees.ts'
import type { Instrument } from '#market/instrument.ts'
import { formatMoney, moneyOf, one, priceOf, quantityOf, rate, rateOf, value, valueOf } from '#money/money.ts'
import { currencyPair, hongKongShare, indexFuture, mexicanShare, share } from './examples-testing.ts'

const date = '2026-11-20'
const feeAt = (instrument: Instrument, side: 'buy' | 'sell', units: string, at: string, on = date): Fee =>
  feeOf(feeTableOf(instrument), {
    side,
    units: quantityOf(units),
    notional: valueOf(priceOf(at), quantityOf(units), instrument.multiplier),
    date: on,
  })
const shown = (fee: Fee): Record<string, string> => ({
  commission: formatMoney(fee.commission),
  ...Object.fromEntries(Object.entries(fee.levies).map(([levy, amount]) => [levy, formatMoney(amount)])),
})

test('golden fees (rulebook §18)', () => {
  const cases: [Instrument, 'buy' | 'sell', string, string, Record<string, string>][] = [
    [share, 'sell', '1000', '187.35', { commission: '4.90', sec: '3.86', taf: '0.20' }],
    [share, 'buy', '10', '3.00', { commission: '0.15' }],
    [share, 'buy', '10', '187.35', { commission: '0.99' }],
    [
      hongKongShare,
      'buy',
      '400',
      '395.80',
      { commission: '47.50', stamp: '159.00', sfc: '4.27', afrc: '0.24', exchange: '8.95', ccass: '6.65' },
    ],
    [
      hongKongShare,
      'sell',
      '100',
      '0.100',
      { commission: '3.00', stamp: '1.00', sfc: '0.00', afrc: '0.00', exchange: '0.00', ccass: '0.00' },
    ],
    // 249 × 0.0049 = 1.2201; 0.5 % of 30.20 = 0.151
    [share, 'buy', '249', '187.35', { commission: '1.23' }],
    [share, 'buy', '10', '3.02', { commission: '0.16' }],
    // 4000 × 0.0000206 = 0.0824; 25 × 0.000195 = 0.004875
    [share, 'sell', '25', '160.00', { commission: '0.99', sec: '0.09', taf: '0.01' }],
    // 50,000 × 0.000195 = 9.75
    [share, 'sell', '50000', '1.00', { commission: '245.00', sec: '1.03', taf: '9.75' }],
    // Of 13,640: 4.092, 13.64, 0.36828, 0.02046, 0.77066, 0.57288
    [
      hongKongShare,
      'buy',
      '400',
      '34.10',
      { commission: '4.09', stamp: '14.00', sfc: '0.37', afrc: '0.02', exchange: '0.77', ccass: '0.57' },
    ],
    [mexicanShare, 'buy', '500', '61.27', { commission: '30.64', iva: '4.90' }],
    // 6.124, and 16 % of 6.12 = 0.9792
    [mexicanShare, 'buy', '100', '61.24', { commission: '6.12', iva: '0.98' }],
    [indexFuture, 'sell', '2', '6850.25', { commission: '5.00' }],
    [currencyPair, 'buy', '0.50', '1.08512', { commission: '0.00' }],
  ]
  for (const [instrument, side, units, at, expected] of cases) {
    assert.deepEqual(shown(feeAt(instrument, side, units, at)), expected, `${side} ${units} ${instrument.key}`)
  }
})

test('date-effective rows: the rate of the market date applies', () => {
  const cases: [string, string, string][] = [
    ['2025-05-13', '5.21', '0.17'],
    ['2025-05-14', '0.00', '0.17'],
    ['2025-12-31', '0.00', '0.17'],
    ['2026-01-01', '0.00', '0.20'],
    ['2026-04-03', '0.00', '0.20'],
    ['2026-04-04', '3.86', '0.20'],
  ]
  for (const [on, sec, taf] of cases) {
    const fee = shown(feeAt(share, 'sell', '1000', '187.35', on))
    assert.deepEqual([fee['sec'], fee['taf']], [sec, taf], on)
    assert.deepEqual(shown(feeAt(share, 'buy', '1000', '187.35', on)), { commission: '4.90' }, on)
  }
  // 4000 × 0.0000278 = 0.1112; 25 × 0.000166 = 0.00415; 49,999 × 0.000166 = 8.299834
  assert.deepEqual(shown(feeAt(share, 'sell', '25', '160.00', '2025-05-13')), {
    commission: '0.99',
    sec: '0.12',
    taf: '0.01',
  })
  assert.equal(shown(feeAt(share, 'sell', '40000', '10.00', '2025-05-13'))['taf'], '6.64')
})

test('the order of the rows of a fee table does not matter', () => {
  for (const [instrument, on] of [
    [share, '2025-05-13'],
    [share, '2025-06-01'],
    [share, date],
    [mexicanShare, date],
  ] as const) {
    const basis = { side: 'sell', units: quantityOf('100'), notional: value(10n ** 12n), date: on } as const
    const table = feeTableOf(instrument)
    assert.deepEqual(shown(feeOf(table.toReversed(), basis)), shown(feeOf(table, basis)), `${instrument.key} ${on}`)
  }
})

test('the activity fee has a ceiling', () => {
  assert.equal(shown(feeAt(share, 'sell', '100000', '10.00'))['taf'], '9.79')
  assert.equal(shown(feeAt(share, 'sell', '100000', '10.00', '2025-07-01'))['taf'], '8.30')
})

test('nothing filled costs nothing; a market without orders has no fees', () => {
  assert.equal(feeTotal(feeAt(hongKongShare, 'buy', '0', '10')), 0n)
  assert.throws(() => feeTableOf({ market: 'GLOBAL' }), /the fees of GLOBAL/)
})

test('levies alone include no commission and no tax on it', () => {
  const basis = { side: 'sell', units: quantityOf('500'), notional: value(3_063_500_000_000n), date } as const
  assert.deepEqual(leviesOf(feeTableOf(mexicanShare), basis), noFee)
  const levies = leviesOf(feeTableOf(share), { ...basis, units: quantityOf('1000') })
  assert.deepEqual(shown(levies), { commission: '0.00', sec: '0.64', taf: '0.20' })
})

test('in another currency the total and each levy round, the commission is the rest', () => {
  const fee: Fee = { commission: moneyOf('0.99'), levies: { sec: moneyOf('0.01'), taf: moneyOf('0.01') } }
  const converted = convertFee(fee, rateOf('18.46'))
  assert.deepEqual(shown(converted), { commission: '18.28', sec: '0.18', taf: '0.18' })
  assert.equal(formatMoney(feeTotal(converted)), '18.64')
  assert.equal(convertFee(fee, one), fee)
  // 1.04 × 18.46 = 19.1984, of which 0.04 × 18.46 = 0.7384
  const rounded = convertFee({ commission: moneyOf('1.00'), levies: { sec: moneyOf('0.04') } }, rateOf('18.46'))
  assert.deepEqual(shown(rounded), { commission: '18.46', sec: '0.74' })
})

test('waives the fees that cannot be paid, the commission before the levies', () => {
  const fee = feeAt(hongKongShare, 'buy', '400', '395.80')
  assert.equal(payable(fee, moneyOf('226.61')), fee)
  const most = payable(fee, moneyOf('180.00'))
  assert.equal(formatMoney(feeTotal(most)), '180.00')
  assert.equal(formatMoney(most.commission), '0.89')
  assert.deepEqual(shown(payable(fee, moneyOf('160.00'))), {
    commission: '0.00',
    stamp: '159.00',
    sfc: '1.00',
    afrc: '0.00',
    exchange: '0.00',
    ccass: '0.00',
  })
  assert.equal(feeTotal(payable(fee, moneyOf('-5.00'))), 0n)
})

test('partial fills pay the fees of the whole order, and none is negative', () => {
  const parts = fc.array(fc.tuple(fc.integer({ min: 1, max: 900 }), fc.integer({ min: 100, max: 60_000 })), {
    minLength: 1,
    maxLength: 12,
  })
  const instruments = fc.constantFrom(share, hongKongShare, mexicanShare, indexFuture)
  const exchanges = fc.bigInt({ min: 10n ** 12n, max: 20n * 10n ** 12n }).map(rate)
  fc.assert(
    fc.property(
      instruments,
      fc.constantFrom('buy', 'sell'),
      parts,
      exchanges,
      (instrument, side, fills, conversionRate) => {
        const table = feeTableOf(instrument)
        let units = quantityOf('0')
        let notional = value(0n)
        let before = noFee
        let paid = 0n
        const levies = new Map<Levy, bigint>()
        for (const [lots, cents] of fills) {
          const filled = quantityOf(String(lots))
          units = quantityOf(String(lots + Number(units / 10n ** 8n)))
          notional = value(notional + valueOf(priceOf(String(cents / 100)), filled, instrument.multiplier))
          const after = convertFee(feeOf(table, { side, units, notional, date }), conversionRate)
          const increase = feeIncrease(before, after)
          assert.ok(feeTotal(increase) >= 0n)
          paid += feeTotal(increase)
          for (const [levy, amount] of Object.entries(increase.levies)) {
            levies.set(levy as Levy, (levies.get(levy as Levy) ?? 0n) + amount)
          }
          before = after
        }
        const whole = convertFee(feeOf(table, { side, units, notional, date }), conversionRate)
        assert.equal(paid, feeTotal(whole))
        for (const [levy, amount] of Object.entries(whole.levies)) assert.equal(levies.get(levy as Levy), amount)
      },
    ),
    { numRuns: 300 },
  )
})
