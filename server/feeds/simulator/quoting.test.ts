import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Instrument, TickBand } from '@mex/core/market/instrument.ts'
import { formatPrice, priceOf, type Price } from '@mex/core/money/money.ts'
import { isMultiple } from '@mex/core/market/ticks.ts'
import fc from 'fast-check'
import { openCatalogue } from '#feeds/catalogue.ts'
import { logOfPrice } from './log-price.ts'
import { openPriceGrid, sizesOf, spreadFactorOf, usualLots } from './quoting.ts'

const catalogue = openCatalogue()
const ticksOf = (key: string): readonly TickBand[] => catalogue.fixed.get(key)!.instrument.ticks
const grids = ['US:AAPL', 'HK:00700', 'MX:WALMEX', 'FX:USDJPY', 'CRYPTO:DOGE'].map(ticksOf)
const cent: readonly TickBand[] = [{ below: undefined, tick: priceOf('0.01') }]

describe('price grid', () => {
  const cases = [
    [100.004, 0, 1, '99.99', '100', '100.01'],
    [100.003, 0.0001, 1, '99.99', '100', '100.02'],
    [100.001, 0.0005, 1, '99.95', '100', '100.06'],
    [100.001, 0.0005, 2, '99.9', '100', '100.11'],
    [100, 0, 3, '99.98', '100', '100.02'],
  ] as const
  for (const [mid, share, factor, bid, last, ask] of cases) {
    it(`${mid} with a half spread of ${share} × ${factor}: ${bid} ${last} ${ask}`, () => {
      const touch = openPriceGrid(cent).touchOf(logOfPrice(mid), share, factor)
      assert.deepEqual(
        [touch.bid, touch.last, touch.ask].map((price) => formatPrice(price)),
        [bid, last, ask],
      )
    })
  }

  it('rounds bid, last and ask to the ticks of their own bands and keeps their order, also where bands meet', () => {
    const edges = grids.flatMap((bands) => bands.map(({ below }) => (below === undefined ? 100 : Number(below) / 1e8)))
    const prices = fc.oneof(
      fc.double({ min: 0.05, max: 9000, noNaN: true }),
      fc.tuple(fc.constantFrom(...edges), fc.double({ min: 0.99, max: 1.01, noNaN: true })).map(([at, by]) => at * by),
    )
    const shares = fc.constantFrom(0, 0.0001, 0.0003, 0.002)
    fc.assert(
      fc.property(
        fc.constantFrom(...grids),
        prices,
        shares,
        fc.constantFrom(1, 1.5, 6),
        (bands, mid, share, factor) => {
          const grid = openPriceGrid(bands)
          const { bid, last, ask } = grid.touchOf(logOfPrice(mid), share, factor)
          assert.equal(grid.lastOf(logOfPrice(mid)), last)
          assert.ok(bid < ask && bid <= last && last <= ask)
          for (const price of [bid, last, ask]) assert.ok(isMultiple(bands, price), formatPrice(price))
        },
      ),
      { numRuns: 2000 },
    )
  })

  it('keeps the ask above the bid', () => {
    const wide: readonly TickBand[] = [{ below: undefined, tick: priceOf('1') }]
    const prices: [Price, Price][] = []
    for (let mid = 9; mid < 11; mid += 0.01) {
      const { bid, ask } = openPriceGrid(wide).touchOf(logOfPrice(mid), 0, 1)
      prices.push([bid, ask])
    }
    assert.ok(prices.every(([bid, ask]) => ask > bid))
  })
})

describe('spread', () => {
  const factors = [
    [0.5, 'regular', 1],
    [2, 'regular', 2],
    [9, 'regular', 3],
    [1, 'pre', 1.5],
    [1, 'practice', 2],
    [2, 'practice', 4],
  ] as const
  for (const [clock, phase, factor] of factors) {
    it(`is ${factor} times as wide when ${phase} with a clock of ${clock}`, () => {
      assert.equal(spreadFactorOf(clock, phase), factor)
    })
  }
})

describe('sizes', () => {
  const instrument: Instrument = catalogue.fixed.get('HK:00700')!.instrument

  it('are whole lots with the usual size as their mean, at least one lot', () => {
    let sum = 0
    for (let byte = 0; byte < 256; byte += 1) {
      const { bidSize, askSize } = sizesOf(instrument, 100, byte, 'regular')
      assert.ok(bidSize % instrument.lot === 0n && askSize % instrument.lot === 0n)
      sum += Number(bidSize / instrument.lot)
      assert.ok(sizesOf(instrument, 0.1, byte, 'regular').bidSize === instrument.lot)
    }
    assert.ok(Math.abs(sum / 256 - 100) < 5)
  })

  it('are 0.05 % of the average daily volume, and half of that in practice hours', () => {
    assert.equal(usualLots(instrument), (Number(instrument.averageVolume) * 0.0005) / Number(instrument.lot))
    const regular = sizesOf(instrument, 1000, 0x77, 'regular').bidSize
    const practice = sizesOf(instrument, 1000, 0x77, 'practice').bidSize
    assert.ok(Math.abs(Number(practice) / Number(regular) - 0.5) < 0.01)
  })
})
