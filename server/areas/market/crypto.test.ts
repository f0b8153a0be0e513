import assert from 'node:assert/strict'
import { test } from 'node:test'
import { coinUses } from './coin-uses.ts'
import { quantifyStrategies } from '@mex/core/quantify/products.ts'
import { minedCoin } from '@mex/core/robots/robot.ts'
import { openCalls, openCoinCalls, openTestMarketData, rowsOf } from './testing.ts'

const ask = openCoinCalls()

test('lists the coins that something uses, with the names of what uses them', async () => {
  const rows = rowsOf(await ask('coins'))
  assert.deepEqual(
    rows.map((row) => row['stock_code']),
    ['BTC'],
  )
  for (const row of rows) {
    assert.equal(row['classify'], 'Crypto')
    assert.ok((row['usedBy'] as string[]).length > 0)
    assert.match(String(row['price_nominal']), /^[1-9]/)
  }
})

test('a coin is used by the robots that mine it and by every strategy that may hold it', () => {
  for (const { name, strategy } of Object.values(quantifyStrategies))
    for (const key of strategy.universe) assert.ok(coinUses(key).includes(name))
  assert.equal(coinUses(minedCoin.key)[0]?.en, 'Mining robots')
  assert.deepEqual(coinUses('CRYPTO:ETH'), [])
})

test('names the uses of a coin in the language of the caller', async () => {
  const uses = async (language: 'en' | 'zh-CN' | 'zh-TW') => rowsOf(await ask('coins', {}, { language }))[0]?.['usedBy']
  assert.deepEqual(await uses('en'), ['Mining robots', 'BTC grid'])
  assert.deepEqual(await uses('zh-CN'), ['挖矿机器人', 'BTC 网格'])
  assert.deepEqual(await uses('zh-TW'), ['繁挖矿机器人', '繁BTC 网格'])
})

test('answers with the same quote and the same candles as the calls of every market', async () => {
  const all = openCalls()
  for (const code of ['BTC', 'ETH']) {
    const asked = { stockCode: code, market: 'CRYPTO' }
    assert.deepEqual(await ask('quote', { stockCode: code }), await all('quote', asked))
    assert.deepEqual(await ask('quote', asked), await all('quote', asked))
    for (const type of ['intraday', '1D', '1W', '1M'])
      assert.deepEqual(await ask('candles', { stockCode: code, type }), await all('candles', { ...asked, type }))
  }
})

test('a coin has prices at night and on Sunday, and no order form', async () => {
  for (const at of ['2026-11-22T03:00:00Z', '2026-11-22T12:00:00Z'].map(Date.parse)) {
    const quote = await ask('quote', { stockCode: 'BTC' }, { at })
    assert.deepEqual([quote['session'], quote['source'], quote['leverageCap']], ['regular', 100, 1])
  }
})

test('marks a watched coin', async () => {
  const watching = openCoinCalls(openTestMarketData(), ['CRYPTO:BTC'])
  assert.equal(rowsOf(await watching('coins', {}, { userId: 1 }))[0]?.['selfSelectStatus'], 1)
  assert.equal(rowsOf(await watching('coins'))[0]?.['selfSelectStatus'], 0)
})

test('refuses what is no coin: unknown_instrument', async () => {
  const wrong = [
    { stockCode: 'AAPL' },
    { stockCode: 'AAPL', market: 'US' },
    { stockCode: 'BTC', market: 'US' },
    { stockCode: 'NOCOIN' },
    { stockCode: '<b>' },
  ]
  for (const asked of wrong) {
    assert.equal((await ask('quote', asked))['refused'], 'unknown_instrument', JSON.stringify(asked))
    assert.equal((await ask('candles', { ...asked, type: '1D' }))['refused'], 'unknown_instrument')
  }
})

test('refuses candles without a period or of an unknown one', async () => {
  for (const asked of [{}, { type: '2D' }])
    assert.equal((await ask('candles', { stockCode: 'BTC', ...asked }))['refused'], 'invalid_parameter')
})
