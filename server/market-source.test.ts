import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sources } from '@mex/core/market/instrument.ts'
import { openMarketSource } from './market-source.ts'

test('an instrument that is not listed any more is described by its own market, and cannot be traded', async (context) => {
  const unset = { marketSeed: undefined, replayFolder: undefined, clockStart: undefined }
  const source = await openMarketSource({ market: 'sim', practiceHours: true, ...unset }, Buffer.alloc(32))
  context.after(() => source.bars.close())
  const cases = [
    ['US:GONE', sources.stock, 'UsStock', 'USD'],
    ['HK:GONE', sources.hongKongStock, 'HK', 'HKD'],
    ['MX:GONE', sources.stock, 'MX', 'MXN'],
    ['FUT:GONE', sources.future, 'Future', 'USD'],
    ['FX:GONE', sources.forex, 'Forex', 'USD'],
  ] as const
  for (const [key, product, classify, currency] of cases) {
    const found = source.describe(key, Date.UTC(2026, 10, 20))
    assert.equal(`${found.market}:${found.code}`, key)
    assert.deepEqual(
      [found.key, found.source, found.classify, found.currency, found.tradable],
      [key, product, classify, currency, false],
    )
  }
})
