import assert from 'node:assert/strict'
import { test } from 'node:test'
import { products } from '@mex/core/market/products.ts'
import { sources, type Instrument } from '@mex/core/market/instrument.ts'

import { openingCalls, productTypeOf } from './products.ts'

test('each tradable product is opened by the call of the specification (calls P)', () => {
  assert.deepEqual(
    Object.values(sources).flatMap((source) => openingCalls[source]?.path ?? []),
    ['/stock/create', '/crude/create', '/gold/create', '/stock/auctionStockCreate', '/hk/create'],
  )
  for (const source of Object.values(sources))
    assert.equal(openingCalls[source] === undefined, products[source].orders === undefined, `product ${source}`)
})

test('the label of each product (rulebook §1.2)', () => {
  const cases: [source: Instrument['source'], market: Instrument['market'], label: number][] = [
    [sources.stock, 'US', 0],
    [sources.stock, 'MX', 1],
    [sources.hongKongStock, 'HK', 1],
    [sources.forex, 'FX', 2],
    [sources.future, 'FUT', 3],
    [sources.blockTrade, 'US', 4],
    [sources.newStock, 'HK', 5],
    [sources.bonds, 'BOND', 6],
    [sources.auctionStock, 'US', 7],
    [sources.placingStock, 'MX', 8],
    [sources.globalIndex, 'GLOBAL', 99],
    [sources.robotCrypto, 'CRYPTO', 100],
  ]
  for (const [source, market, label] of cases) assert.equal(productTypeOf({ source, market }), label)
})
