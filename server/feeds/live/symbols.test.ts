import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Market } from '@mex/core/market/instrument.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { symbolOf } from './symbols.ts'

const cases: readonly (readonly [Market, string, string | undefined])[] = [
  ['US', 'AAPL', 'AAPL'],
  ['US', 'BRK.B', 'BRK-B'],
  ['HK', '00700', '0700.HK'],
  ['HK', '09988', '9988.HK'],
  ['HK', '80700', '80700.HK'],
  ['MX', 'WALMEX', 'WALMEX.MX'],
  ['FX', 'EURUSD', 'EURUSD=X'],
  ['FX', 'USDMXN', 'MXN=X'],
  ['FX', 'AUDUSD', 'AUDUSD=X'],
  ['FX', 'XAUUSD', undefined],
  ['CRYPTO', 'BTC', 'BTC-USD'],
  ['GLOBAL', 'SPX', '^GSPC'],
  ['GLOBAL', 'SUNSPOTS', undefined],
  ['FUT', 'ESZ26', undefined],
]
for (const [market, code, wanted] of cases)
  test(`${market} ${code} is ${wanted ?? 'not asked for'}`, () => assert.equal(symbolOf({ market, code }), wanted))

test('no two instruments of the catalogue have the same symbol', () => {
  const all = [...openCatalogue().fixed.values()].filter(({ invented }) => invented === undefined)
  const symbols = all.flatMap(({ instrument }) => symbolOf(instrument) ?? [])
  assert.ok(symbols.length > 300)
  assert.equal(new Set(symbols).size, symbols.length)
  for (const symbol of symbols) assert.match(symbol, /^[\^A-Z0-9.=-]+$/)
})
