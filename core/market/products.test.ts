import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rateOf } from '#money/money.ts'
import type { Wallet } from '#wallet/wallets.ts'
import { classifications, markets, sources, type Market, type Source } from './instrument.ts'
import { isAuctionOnly, isSoldBy, marketOfProduct, marketRules, orderRulesOf, products, walletFor } from './products.ts'

test('the numbers of the products are those of the specification', () => {
  const said =
    'Stock=0, BlockTrade=4, Future=3, NewStock=5, GlobalIndex=99, Forex=2, AuctionStock=7, HKStock=11, RobotCrypto=100, Bonds=101, PlacingStock=8'
  const numbers = said.split(', ').map((each): [string, number] => {
    const [name = '', number] = each.split('=')
    return [name === 'HKStock' ? 'hongKongStock' : name.charAt(0).toLowerCase() + name.slice(1), Number(number)]
  })
  assert.deepEqual(Object.fromEntries(numbers), { ...sources })
})

test('each market has a class of its own, and one settlement lag (rulebook §10.4, §19)', () => {
  assert.deepEqual(markets.map((market) => marketRules[market].classify).toSorted(), classifications.toSorted())
  assert.deepEqual(
    markets.filter((market) => marketRules[market].settlementDays > 0),
    ['US', 'HK', 'MX'],
  )
  assert.equal(marketRules.HK.settlementDays, 2)
})

test('each product is paid from its wallet (rulebook §7.1)', () => {
  const cases: [Source, Market, Wallet | undefined][] = [
    [sources.stock, 'US', 'US_STOCK'],
    [sources.stock, 'MX', 'BALANCE'],
    [sources.stock, 'CRYPTO', undefined],
    [sources.hongKongStock, 'HK', 'HK_STOCK'],
    [sources.future, 'FUT', 'FUTURE'],
    [sources.forex, 'FX', 'FOREX'],
    [sources.blockTrade, 'HK', 'STOCK'],
    [sources.auctionStock, 'US', 'STOCK'],
    [sources.newStock, 'HK', 'SUBSCRIPTION'],
    [sources.placingStock, 'MX', 'SUBSCRIPTION'],
    [sources.bonds, 'BOND', 'BALANCE'],
    [sources.robotCrypto, 'CRYPTO', 'FINANCIAL'],
    [sources.globalIndex, 'GLOBAL', undefined],
  ]
  for (const [source, market, wallet] of cases) assert.equal(walletFor({ source, market }), wallet)
})

test('each product has its order rules (rulebook §13.5, §14.1)', () => {
  const share = {
    unit: 'shares',
    limitBand: rateOf('0.20'),
    opensWithAuction: true,
    auctionOnly: false,
    validityDays: undefined,
  }
  const month = { opensWithAuction: false, auctionOnly: false, validityDays: 30, extendedHoursMarket: undefined }
  assert.deepEqual(orderRulesOf(sources.stock), { ...share, extendedHoursMarket: 'US' })
  assert.deepEqual(orderRulesOf(sources.hongKongStock), { ...share, extendedHoursMarket: undefined })
  assert.deepEqual(orderRulesOf(sources.auctionStock), { ...share, auctionOnly: true, extendedHoursMarket: undefined })
  assert.deepEqual(orderRulesOf(sources.future), { ...month, unit: 'contracts', limitBand: rateOf('0.10') })
  assert.deepEqual(orderRulesOf(sources.forex), { ...month, unit: 'lots', limitBand: rateOf('0.05') })
})

test('auctions sell the shares of the US, and every product those of its own market (rulebook §19)', () => {
  const apple = { source: sources.stock, market: 'US' } as const
  const tencent = { source: sources.hongKongStock, market: 'HK' } as const
  assert.deepEqual(
    [sources.stock, sources.auctionStock, sources.hongKongStock].map((source) => isSoldBy(source, apple)),
    [true, true, false],
  )
  assert.equal(isSoldBy(sources.auctionStock, tencent), false)
  assert.equal(isSoldBy(sources.auctionStock, { source: sources.stock, market: 'MX' }), false)
  assert.deepEqual(
    Object.values(sources).filter((source) => isAuctionOnly({ source })),
    [sources.auctionStock],
  )
})

test('a product has order rules where its market has fees, and nowhere else', () => {
  for (const source of Object.values(sources)) {
    const own = markets.filter((market) => marketRules[market].source === source)
    const charged = own.filter((market) => marketRules[market].fees !== undefined)
    assert.deepEqual(charged, products[source].orders === undefined ? [] : own, `product ${source}`)
  }
  assert.throws(() => orderRulesOf(sources.globalIndex), /orders of product 99/)
})

test('returns the market of a product that has only one', () => {
  assert.equal(marketOfProduct(sources.hongKongStock), 'HK')
  assert.equal(marketOfProduct(sources.future), 'FUT')
  assert.equal(marketOfProduct(sources.forex), 'FX')
  assert.equal(marketOfProduct(sources.stock), undefined)
  assert.equal(marketOfProduct(sources.blockTrade), undefined)
})
