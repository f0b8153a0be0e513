import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sources, type Classification, type Market, type Source } from '@mex/core/market/instrument.ts'
import { askedOf, formAddressOf, quoteAddressOf } from './addresses.ts'

const named = (source: Source, market: Market, classify: Classification) => ({
  name: 'A & B',
  code: 'AB',
  source,
  market,
  classify,
})

test('the source says the quote page and the order form', () => {
  const rows: [ReturnType<typeof named>, quote: string, form: string | undefined][] = [
    [named(sources.stock, 'US', 'UsStock'), 'quote/stock', 'payment/stock'],
    [named(sources.stock, 'MX', 'MX'), 'quote/stock', 'payment/stock'],
    [named(sources.future, 'FUT', 'Future'), 'quote/future', 'payment/future'],
    [named(sources.forex, 'FX', 'Forex'), 'quote/forex', 'payment/forex'],
    [named(sources.globalIndex, 'GLOBAL', 'Index'), 'quote/globalindex', undefined],
    [named(sources.hongKongStock, 'HK', 'HK'), 'hkstock/quote', 'payment/stock'],
    [named(sources.blockTrade, 'HK', 'HK'), 'hkstock/quote', 'payment/stock'],
    [named(sources.auctionStock, 'US', 'UsStock'), 'quote/stock', 'payment/stock'],
    [named(sources.robotCrypto, 'CRYPTO', 'Crypto'), 'robotai/quote', undefined],
    [named(sources.bonds, 'BOND', 'Bond'), 'bonds/open', 'bonds/open'],
    [named(sources.newStock, 'US', 'UsStock'), 'quote/stock', 'payment/newstock'],
  ]
  const pathOf = (address: string | undefined) => address?.replace('#/pages/', '').split('?')[0]
  for (const [listing, quote, form] of rows) {
    assert.equal(pathOf(quoteAddressOf(listing)), quote, quote)
    assert.equal(pathOf(formAddressOf(listing, 'buy')), form, quote)
  }
})

test('nothing links to a short that would be refused', () => {
  const listing = { ...named(sources.stock, 'MX', 'MX'), shortable: false }
  assert.equal(formAddressOf(listing, 'sell'), undefined)
  assert.notEqual(formAddressOf(listing, 'buy'), undefined)
})

test('an address says everything that its page reads, and 1 for the side that sells', () => {
  const listing = named(sources.stock, 'US', 'UsStock')
  assert.equal(quoteAddressOf(listing), '#/pages/quote/stock?name=A+%26+B&code=AB&source=0&market=US')
  assert.equal(
    formAddressOf(listing, 'sell'),
    '#/pages/payment/stock?name=A+%26+B&code=AB&source=0&direction=1&market=US',
  )
})

test('an address asks for what it names, and for nothing that cannot be', () => {
  assert.deepEqual(askedOf({ code: 'AAPL', market: 'US' }), { code: 'AAPL', market: 'US' })
  assert.deepEqual(askedOf({ code: 'AAPL' }), { code: 'AAPL', market: undefined })
  assert.deepEqual(askedOf({ code: 'AAPL', market: 'Mars' }), { code: 'AAPL', market: undefined })
  assert.deepEqual(askedOf({ code: '<b>', market: 'US' }), { code: undefined, market: 'US' })
  assert.deepEqual(askedOf({}), { code: undefined, market: undefined })
})
