import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Instrument } from '#market/instrument.ts'
import {
  assess,
  coverDeficit,
  hasConversionRateMoved,
  liquidationPrice,
  liquidationQuantity,
  maintenanceMargin,
  positionEquity,
  triggerPrice,
  warningSeconds,
  type ConversionRateOf,
} from './liquidation.ts'
import {
  formatMoney,
  formatPrice,
  money,
  moneyOf,
  one,
  price,
  priceOf,
  quantity,
  quantityOf,
  rate,
  rateOf,
  type Price,
} from '#money/money.ts'
import type { Position } from './positions.ts'
import {
  currencyPair,
  hongKongShare,
  indexFuture,
  oilFuture,
  openPosition,
  quoteOf,
  share,
} from './examples-testing.ts'

const shown = (at: Price | undefined): string => (at === undefined ? 'none' : formatPrice(at))

test('golden liquidation prices (rulebook §16.4)', () => {
  const long = openPosition(share, { at: '50.00', leverage: 5 })
  const short = openPosition(share, { direction: 'short', at: '50.00', leverage: 5 })
  const fully = { at: '50.00', leverage: 1, margin: moneyOf('5000.00') }
  const cases: [Position, string][] = [
    [long, '44.45'],
    [{ ...long, margin: moneyOf('1500.00') }, '38.89'],
    [openPosition(share, fully), 'none'],
    [short, '54.54'],
    [openPosition(share, { ...fully, direction: 'short' }), '66.66'],
    [{ ...long, margin: moneyOf('5000.00') }, 'none'],
    [{ ...long, owed: { funding: moneyOf('100'), issuer: moneyOf('400') } }, '50'],
    [{ ...long, quantity: quantity(0n) }, 'none'],
  ]
  for (const [position, expected] of cases) assert.equal(shown(liquidationPrice(position, share, one)), expected)
})

test('the margin is converted at mid where the wallet has another currency', () => {
  const position = openPosition(indexFuture, { units: '1', at: '6850.25', leverage: 20, margin: moneyOf('315111.50') })
  // 17,125.625 USD of margin: (342,512.50 − 17,125.625) ÷ (50 × 0.975) = 6674.6025…
  assert.equal(shown(liquidationPrice(position, indexFuture, rateOf('18.40'))), '6674.75')
  assert.equal(shown(liquidationPrice({ ...position, direction: 'short' }, indexFuture, rateOf('18.40'))), '7017.25')
})

test('health: warned at 1.5 × maintenance, liquidated at it, a fully paid long never (rulebook §16.5)', () => {
  const long = openPosition(share, { at: '50.00', leverage: 5 })
  const short = openPosition(share, { direction: 'short', at: '50.00', leverage: 5 })
  const cases: [Position, string, string, string][] = [
    [long, '47.06', '47.08', 'healthy'],
    [long, '47.05', '47.07', 'warned'],
    [long, '44.45', '44.47', 'warned'],
    [long, '44.44', '44.46', 'liquidated'],
    // At 40.00 the maintenance is 400.00; equity is 600.00, 1.5 times as much, and 400.00.
    [{ ...long, margin: moneyOf('1600.00') }, '40.00', '40.02', 'warned'],
    [{ ...long, margin: moneyOf('1400.00') }, '40.00', '40.02', 'liquidated'],
    [short, '52.15', '52.17', 'healthy'],
    [short, '52.16', '52.18', 'warned'],
    [short, '54.53', '54.55', 'liquidated'],
    [openPosition(share, { at: '50.00', leverage: 1 }), '0.01', '0.02', 'healthy'],
    [openPosition(share, { at: '50.00', leverage: 1, margin: moneyOf('0') }), '0.01', '0.02', 'healthy'],
    [openPosition(share, { direction: 'short', at: '50.00', leverage: 1 }), '66.65', '66.67', 'liquidated'],
  ]
  for (const [position, bid, ask, health] of cases) {
    const state = assess(position, share, quoteOf(share, { bid, ask }), one)
    assert.equal(state.health, health, `${position.direction} at ${bid}/${ask}`)
  }
  const state = assess(long, share, quoteOf(share, { bid: '45.00', ask: '45.02' }), one)
  assert.deepEqual([formatMoney(state.equity), formatMoney(state.maintenance)], ['500.00', '450.00'])
})

test('owed amounts lower equity', () => {
  const position = { ...openPosition(share), owed: { funding: moneyOf('10'), issuer: moneyOf('1.50') } }
  assert.equal(formatMoney(positionEquity(position, share, priceOf('101'), one)), '2088.50')
})

test('maintenance margin uses the absolute value of a negative price', () => {
  const position = openPosition(oilFuture, { units: '1', at: '10', leverage: 10 })
  assert.equal(formatMoney(maintenanceMargin(position, oilFuture, priceOf('-5'), rateOf('18.40'))), '4600.00')
})

test('maintenance margin is rounded up to the cent, and zero for a fully paid long', () => {
  // 0.03 × 0.5 ÷ 5 = 0.003
  const position = openPosition(share, { units: '1', at: '0.03' })
  assert.equal(formatMoney(maintenanceMargin(position, share, priceOf('0.03'), one)), '0.01')
  assert.equal(maintenanceMargin({ ...position, leverage: 1 }, share, priceOf('0.03'), one), 0n)
})

test('the trigger level is that of a margin which is three cents less, rounded to the safe side', () => {
  const long = openPosition(share, { at: '50.00' })
  const short = openPosition(share, { direction: 'short', at: '50.00' })
  // (5000 − 999.97) ÷ 90 and ÷ 85, (5000 + 999.97) ÷ 110 and ÷ 115
  assert.equal(shown(triggerPrice(long, share, one, 'liquidate')), '44.44477778')
  assert.equal(shown(triggerPrice(long, share, one, 'warn')), '47.05917648')
  assert.equal(shown(triggerPrice(short, share, one, 'liquidate')), '54.54518181')
  assert.equal(shown(triggerPrice(short, share, one, 'warn')), '52.17365217')
  assert.equal(shown(triggerPrice({ ...long, quantity: quantity(0n) }, share, one, 'warn')), 'none')
  // (5000 − 499.97) ÷ 90
  const owing = { ...long, owed: { funding: moneyOf('100'), issuer: moneyOf('400') } }
  assert.equal(shown(triggerPrice(owing, share, one, 'liquidate')), '50.00033334')
})

test('the trigger level never comes too late, and hardly too early', () => {
  const positions = fc.record({
    instrument: fc.constantFrom<Instrument>(share, hongKongShare, indexFuture, currencyPair, oilFuture),
    direction: fc.constantFrom('long', 'short'),
    leverage: fc.constantFrom(1, 2, 3, 5, 10, 20, 30),
    ticks: fc.integer({ min: 100, max: 40_000 }),
    lots: fc.integer({ min: 1, max: 5000 }),
    marginShare: fc.integer({ min: 1, max: 140 }),
    conversionRate: fc.bigInt({ min: 10n ** 11n, max: 25n * 10n ** 12n }).map(rate),
    ratio: fc.constantFrom('warn', 'liquidate'),
  } as const)
  fc.assert(
    fc.property(positions, ({ instrument, direction, leverage, ticks, lots, marginShare, conversionRate, ratio }) => {
      const tick = instrument.ticks.at(-1)?.tick ?? price(1n)
      const at = price(tick * BigInt(ticks))
      const units = formatUnits(instrument.lot * BigInt(lots))
      const base = openPosition(instrument, { direction, leverage, units, at: formatPrice(at) })
      const full = (base.cost * conversionRate) / 10n ** 18n / BigInt(leverage)
      const position = { ...base, margin: money((full * BigInt(marginShare)) / 100n) }
      const level = triggerPrice(position, instrument, conversionRate, ratio)
      assert.equal(level === undefined, direction === 'long' && leverage === 1)
      if (level === undefined) return
      const away = direction === 'long' ? 1n : -1n
      const fires = (mark: bigint): boolean => {
        const text = formatPrice(price(mark))
        const { health } = assess(position, instrument, quoteOf(instrument, { bid: text, ask: text }), conversionRate)
        return ratio === 'warn' ? health !== 'healthy' : health === 'liquidated'
      }
      // Everything beyond the level is quiet; a little on the other side of it everything fires.
      for (const distance of [1n, tick, tick * 10n]) assert.equal(fires(level + away * distance), false)
      const worth = (position.quantity * instrument.multiplier * conversionRate) / 10n ** 24n
      // Twelve cents of the wallet, as a price.
      const slack = (12n * 10n ** 14n) / worth + 2n
      assert.equal(fires(level - away * slack), true)
    }),
    { numRuns: 500 },
  )
})

const formatUnits = (raw: bigint): string => `${raw / 10n ** 8n}.${(raw % 10n ** 8n).toString().padStart(8, '0')}`

test('levels are computed again when mid has moved by a thousandth (rulebook §16.4)', () => {
  assert.equal(hasConversionRateMoved(rateOf('18.40'), rateOf('18.4184')), false)
  assert.equal(hasConversionRateMoved(rateOf('18.40'), rateOf('18.4185')), true)
  assert.equal(hasConversionRateMoved(rateOf('18.40'), rateOf('18.38')), true)
})

test('mode half closes half of a large position once, if anything is left of it (rulebook §16.5)', () => {
  const position = openPosition(hongKongShare, { units: '1100', at: '100' })
  const lot = hongKongShare.lot
  const [equity, large] = [moneyOf('10.00'), moneyOf('250000.01')]
  const of = (facts: Partial<Position>, left = equity, notional = large, mode: 'half' | 'full' = 'half') =>
    liquidationQuantity({ ...position, ...facts }, lot, left, notional, mode)
  assert.equal(of({}), quantityOf('500'))
  assert.equal(of({}, equity, large, 'full'), quantityOf('1100'))
  assert.equal(of({}, equity, moneyOf('250000.00')), quantityOf('1100'))
  assert.equal(of({}, moneyOf('0')), quantityOf('1100'))
  assert.equal(of({ halved: true }), quantityOf('1100'))
  assert.equal(of({ quantity: quantity(lot) }), lot)
})

const sameCurrency: ConversionRateOf = () => one

test('a deficit is covered first by the opposite positions in order of id, each up to its equity', () => {
  const opposite = (id: number, margin: string, equity: string) => ({
    position: openPosition(share, { id, direction: 'short', margin: moneyOf(margin) }),
    equity: moneyOf(equity),
  })
  const covers = (deficit: string, ...opposites: ReturnType<typeof opposite>[]) =>
    coverDeficit(moneyOf(deficit), 'US_STOCK', opposites, sameCurrency).map((cover) => [
      cover.position,
      formatMoney(cover.taken),
    ])
  assert.deepEqual(covers('430.00', opposite(2, '2000', '4430')), [[2, '430.00']])
  assert.deepEqual(covers('430.00', opposite(3, '300', '900'), opposite(2, '400', '100')), [
    [2, '100.00'],
    [3, '300.00'],
  ])
  assert.deepEqual(covers('430.00', opposite(2, '2000', '-5'), opposite(3, '0', '50')), [])
  assert.deepEqual(covers('0.00', opposite(2, '2000', '4430')), [])
  assert.deepEqual(covers('0.01', opposite(2, '2000', '4430'), opposite(3, '300', '900')), [[2, '0.01']])
  assert.deepEqual(covers('430.00', opposite(2, '0.01', '5')), [[2, '0.01']])
})

test('a cover of a dearer currency pays a cent of it at least, and no more than the loss is covered', () => {
  const conversionRateOf: ConversionRateOf = (currency) => rateOf(currency === 'MXN' ? '18.40' : '1')
  const position = openPosition(share, { id: 2, direction: 'short', margin: moneyOf('1000.00') })
  // 10.01 ÷ 18.40 = 0.544…
  const [cover] = coverDeficit(moneyOf('10.01'), 'STOCK', [{ position, equity: moneyOf('1000') }], conversionRateOf)
  assert.deepEqual([cover?.taken, cover?.covered], [moneyOf('0.55'), moneyOf('10.01')])
})

test('a warning comes once an hour at most (rulebook §16.5)', () => {
  assert.equal(warningSeconds, 3600)
})

test('a cover in another currency is converted at mid and never pays more than the loss', () => {
  const conversionRateOf: ConversionRateOf = (currency) => rateOf(currency === 'MXN' ? '18.40' : '1')
  const other = openPosition(share, { id: 2, direction: 'short', wallet: 'STOCK', margin: moneyOf('1000.00') })
  const [all] = coverDeficit(
    moneyOf('10.01'),
    'US_STOCK',
    [{ position: other, equity: moneyOf('1000') }],
    conversionRateOf,
  )
  assert.deepEqual([formatMoney(all?.taken ?? money(0n)), formatMoney(all?.covered ?? money(0n))], ['184.19', '10.01'])
  const [part] = coverDeficit(
    moneyOf('99.99'),
    'US_STOCK',
    [{ position: other, equity: moneyOf('1000') }],
    conversionRateOf,
  )
  assert.deepEqual(
    [formatMoney(part?.taken ?? money(0n)), formatMoney(part?.covered ?? money(0n))],
    ['1000.00', '54.34'],
  )
})
