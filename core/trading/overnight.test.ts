import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { marketRules } from '#market/products.ts'
import { present } from '#assert.ts'
import { formatMoney, money, moneyOf, one, priceOf, rate, rateOf, type Money } from '#money/money.ts'
import { currencyPair, hongKongShare, openPosition, share } from './examples-testing.ts'
import { bookOvernight, overnightAmount, swapMarkup, type Night } from './overnight.ts'
import { withoutPortion, portionOf } from './portions.ts'
import { type Position } from './positions.ts'
import { nothingOwed } from './postings.ts'
import { testTrading } from './testing.ts'
import { quantityOf } from '#money/money.ts'

const night = (market: 'US' | 'HK' | 'FX', facts: Partial<Night> = {}): Night => ({
  rules: present(marketRules[market].overnight, `nights of ${market}`),
  instrument: { US: share, HK: hongKongShare, FX: currencyPair }[market],
  nights: 1,
  price: priceOf('187.35'),
  conversionRate: one,
  interest: rateOf('0.04'),
  baseInterest: undefined,
  ...facts,
})
const amountOf = (position: Position, at: Night): string => formatMoney(overnightAmount(position, at))

describe('financing of shares (rulebook §17.1, §32)', () => {
  const long = openPosition(share, { units: '1000', at: '187.35', leverage: 5 })
  const added: Position = {
    ...long,
    margin: money(long.margin + moneyOf('14988.00')),
    addedMargin: moneyOf('14988.00'),
  }
  const tenth = withoutPortion(added, quantityOf('900'), portionOf(added, quantityOf('900')))
  const short = openPosition(share, { units: '1000', at: '187.35', leverage: 5, direction: 'short' })
  const cases: readonly (readonly [string, Position, Night, string])[] = [
    ['a long pays for its loan', long, night('US'), '-27.06'],
    ['Friday counts three days', long, night('US', { nights: 3 }), '-81.19'],
    ['added margin lowers the loan to 134,892.00', added, night('US'), '-24.36'],
    ['a partial closing leaves a tenth of it', tenth, night('US'), '-2.44'],
    ['leverage 1 borrows nothing', openPosition(share, { leverage: 1 }), night('US'), '0.00'],
    [
      'more added margin than loan borrows nothing',
      { ...long, addedMargin: moneyOf('149880.01') },
      night('US'),
      '0.00',
    ],
    ['a short receives interest less markup and borrowing', short, night('US'), '5.20'],
    ['a short pays where interest is below them', short, night('US', { interest: rateOf('0.02') }), '-5.20'],
    [
      'a short is charged on the close, not on its opening price',
      short,
      night('US', { price: priceOf('374.70') }),
      '10.41',
    ],
    [
      'Hong Kong divides by 365 days',
      openPosition(hongKongShare, { units: '1000', at: '187.35' }),
      night('HK'),
      '-26.69',
    ],
    [
      'another wallet pays at the rate of the cut-off',
      long,
      night('US', { conversionRate: rateOf('18.40') }),
      '-497.93',
    ],
  ]
  for (const [title, position, at, amount] of cases) test(title, () => assert.equal(amountOf(position, at), amount))
})

describe('swap of pairs (rulebook §17.2, §32)', () => {
  const terms = { price: priceOf('1.09'), interest: rateOf('0.04'), baseInterest: rateOf('0.02') }
  const long = openPosition(currencyPair, { units: '0.5', at: '1.09', leverage: 30 })
  const short = openPosition(currencyPair, { units: '0.5', at: '1.09', leverage: 30, direction: 'short' })
  const cases: readonly (readonly [string, Position, Night, string])[] = [
    ['a long of the lower rate pays the difference and the markup', long, night('FX', terms), '-4.54'],
    ['a short of the lower rate receives the difference less the markup', short, night('FX', terms), '1.51'],
    ['Wednesday counts three nights', long, night('FX', { ...terms, nights: 3 }), '-13.63'],
    ['leverage does not matter', { ...long, leverage: 1 }, night('FX', terms), '-4.54'],
    [
      'equal rates cost the markup in both directions',
      short,
      night('FX', { ...terms, baseInterest: rateOf('0.04') }),
      '-1.51',
    ],
  ]
  for (const [title, position, at, amount] of cases) test(title, () => assert.equal(amountOf(position, at), amount))

  test('a long and a short of the same size together pay twice the markup', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 3 }),
        (base, quote, nights) => {
          const at = night('FX', {
            ...terms,
            nights,
            interest: rate(BigInt(quote) * 10n ** 9n),
            baseInterest: rate(BigInt(base) * 10n ** 9n),
          })
          const both = overnightAmount(long, at) + overnightAmount(short, at)
          const equal = overnightAmount(long, { ...at, baseInterest: at.interest })
          assert(both - 2n * equal <= 1n && both - 2n * equal >= -1n)
          assert(swapMarkup > 0n && both < 0n)
        },
      ),
    )
  })
})

describe('booking of a night (E36, E37)', () => {
  const opened = (funds: string) => {
    const market = testTrading(share, { US_STOCK: funds })
    const order = market.open({ id: 1, units: '10', leverage: 5 })
    market.tick({ time: 2000 })
    return { market, id: order.id }
  }
  const charge = (id: number, amount: Money) => ({ position: id, amount, period: 'financing 2026-11-20' })

  test('takes free money first, and keeps the margin', () => {
    const { market, id } = opened('1000.00')
    const before = market.position(id)
    bookOvernight(market.trading, charge(id, moneyOf('-3.21')), 3000)
    const after = market.position(id)
    assert.deepEqual([after.margin, after.owed, after.financing], [before.margin, nothingOwed, moneyOf('-3.21')])
    assert.equal(
      market.sum(({ account }) => account === 'SYS.FUNDING'),
      moneyOf('3.21'),
    )
    market.checkBalancedLedger()
  })

  test('takes the margin when free money is short, and leaves the rest owed', () => {
    const { market, id } = opened('1000.00')
    const { margin } = market.position(id)
    const available = market.trading.balances.available(7, 'US_STOCK')
    bookOvernight(market.trading, charge(id, money(-(available + margin + 500n))), 3000)
    const after = market.position(id)
    assert.deepEqual([after.margin, after.owed], [0n, { funding: moneyOf('5.00'), issuer: 0n }])
    assert.equal(market.trading.balances.available(7, 'US_STOCK'), 0n)
    market.checkBalancedLedger()
  })

  test('a closing pays what is owed first', () => {
    const { market, id } = opened('1000.00')
    const { margin } = market.position(id)
    const available = market.trading.balances.available(7, 'US_STOCK')
    bookOvernight(market.trading, charge(id, money(-(available + margin + 500n))), 3000)
    market.close({ id: 2, position: id, amount: 'full', time: 3500 })
    market.tick({ time: 4000, bid: '109.99', ask: '110.01' })
    assert.equal(market.position(id).state, 'CLOSED')
    assert.equal(
      market.sum(({ account }) => account === 'SYS.FUNDING'),
      money(available + margin + 500n),
    )
    market.checkBalancedLedger()
  })

  test('pays a credit into free money', () => {
    const { market, id } = opened('1000.00')
    const available = market.trading.balances.available(7, 'US_STOCK')
    bookOvernight(market.trading, charge(id, moneyOf('2.00')), 3000)
    assert.equal(market.trading.balances.available(7, 'US_STOCK'), available + 200n)
    assert.equal(market.position(id).financing, moneyOf('2.00'))
    market.checkBalancedLedger()
  })

  test('does nothing to a closed position', () => {
    const { market, id } = opened('1000.00')
    market.close({ id: 2, position: id, amount: 'full', time: 2500 })
    market.tick({ time: 3000 })
    const journals = market.trading.balances.journals.length
    bookOvernight(market.trading, charge(id, moneyOf('-3.21')), 4000)
    assert.equal(market.trading.balances.journals.length, journals)
  })
})
