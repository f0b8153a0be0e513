import assert from 'node:assert/strict'
import { test } from 'node:test'

import { sources, type Market, type Source } from '@mex/core/market/instrument.ts'
import { routeAt, type RouteName } from '#data/routes.ts'
import { instrumentOfSearch, orderFormHrefOf, quoteHrefOf } from './links.ts'

const named = (source: Source, market: Market) => ({ name: 'A & B', code: 'AB', source, market })

test('chooses the quote page by market and the order form by product', () => {
  const rows: [ReturnType<typeof named>, quote: RouteName, form: RouteName | undefined][] = [
    [named(sources.stock, 'US'), 'stockQuote', 'stockOrder'],
    [named(sources.stock, 'MX'), 'stockQuote', 'stockOrder'],
    [named(sources.future, 'FUT'), 'futureQuote', 'futureOrder'],
    [named(sources.forex, 'FX'), 'forexQuote', 'forexOrder'],
    [named(sources.globalIndex, 'GLOBAL'), 'indexQuote', undefined],
    [named(sources.hongKongStock, 'HK'), 'hongKongQuote', 'stockOrder'],
    [named(sources.blockTrade, 'HK'), 'hongKongQuote', 'stockOrder'],
    [named(sources.auctionStock, 'US'), 'stockQuote', 'stockOrder'],
    [named(sources.robotCrypto, 'CRYPTO'), 'cryptoQuote', undefined],
    [named(sources.bonds, 'BOND'), 'buyBond', 'buyBond'],
    [named(sources.newStock, 'US'), 'stockQuote', 'newStockSubscription'],
  ]
  const routeOf = (address: string | undefined) => routeAt(address?.slice(1).split('?')[0] ?? '')
  for (const [listing, quote, form] of rows) {
    assert.equal(routeOf(quoteHrefOf(listing)), quote, quote)
    assert.equal(routeOf(orderFormHrefOf(listing, 'buy')), form, quote)
  }
})

test('gives no link to short an instrument that cannot be shorted', () => {
  const listing = { ...named(sources.stock, 'MX'), shortable: false }
  assert.equal(orderFormHrefOf(listing, 'sell'), undefined)
  assert.notEqual(orderFormHrefOf(listing, 'buy'), undefined)
})

test('puts every parameter of the page into the link, and direction 1 for the sell side', () => {
  const listing = named(sources.stock, 'US')
  assert.equal(quoteHrefOf(listing), '#/pages/quote/stock?name=A+%26+B&code=AB&source=0&market=US')
  assert.equal(
    orderFormHrefOf(listing, 'sell'),
    '#/pages/payment/stock?name=A+%26+B&code=AB&source=0&direction=1&market=US',
  )
})

test('reads code and market of a URL and drops invalid values', () => {
  assert.deepEqual(instrumentOfSearch({ code: 'AAPL', market: 'US' }), { code: 'AAPL', market: 'US' })
  assert.deepEqual(instrumentOfSearch({ code: 'AAPL' }), { code: 'AAPL', market: undefined })
  assert.deepEqual(instrumentOfSearch({ code: 'AAPL', market: 'Mars' }), { code: 'AAPL', market: undefined })
  assert.deepEqual(instrumentOfSearch({ code: '<b>', market: 'US' }), { code: undefined, market: 'US' })
  assert.deepEqual(instrumentOfSearch({}), { code: undefined, market: undefined })
})
