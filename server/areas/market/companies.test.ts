import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseChannel } from '@mex/contract/push.ts'
import { present } from '@mex/core/assert.ts'
import { isCodeChange, isRemoval, type CodeChange, type Removal } from '@mex/core/market/corporate-actions.ts'
import { marketOfKey } from '@mex/core/market/instrument.ts'
import { formatPrice } from '@mex/core/money/money.ts'
import { openMarketNews } from './news.ts'
import { catalogue, codesOf, feed, openCalls, openTestMarketData } from './testing.ts'

const later = Date.parse('2032-01-01T15:00Z')
const invented = [...catalogue.fixed.values()].filter(({ invented: facts }) => facts !== undefined)
const declared = invented.flatMap(({ instrument: { key } }) =>
  feed.actions(key, later).map((action) => ({ key, market: marketOfKey(key), action })),
)
type Of<Action> = { readonly key: string; readonly market: 'US' | 'HK' | 'MX'; readonly action: Action }
const removed = present(
  declared.find((row): row is Of<Removal> => isRemoval(row.action)),
  'a removal',
)
const renamed = present(
  declared.find(
    (row): row is Of<CodeChange> => isCodeChange(row.action) && feed.instruments(row.action.exAt).has(row.key),
  ),
  'a new code',
)
const marketData = openTestMarketData()
const ask = openCalls(marketData)

test('a share that leaves is in the calendar before; afterwards it keeps page and chart, and is in no list', async () => {
  const { key, market, action } = removed
  const { exAt, price, exDate, reason } = action
  const code = present(feed.instruments(exAt - 1).get(key), key).code
  const wire = { stockCode: code, market }
  const told = async (at: number) => {
    const rows = (await ask('calendar', wire, { at })) as unknown as Record<string, unknown>[]
    return rows.filter(({ kind }) => kind === reason)
  }
  assert.deepEqual(
    (await told(exAt - 86_400_000)).map((row) => [row['date'], row['amount'], row['timestamp']]),
    [[exDate, formatPrice(price), exAt / 1000]],
  )
  assert.deepEqual(await told(exAt), [])
  const [before, after] = [
    await ask('quote', wire, { at: exAt - 1 }),
    await ask('quote', wire, { at: exAt + 9_000_000 }),
  ]
  assert.deepEqual([before['settlePrice'], before['settleTimestamp']], [null, null])
  assert.deepEqual(
    [after['price_nominal'], after['session'], after['settlePrice'], after['settleTimestamp']],
    [before['price_nominal'], 'closed', formatPrice(price), exAt / 1000],
  )
  const candles = async (at: number) => (await ask('candles', { type: '1D', ...wire }, { at }))['list']
  assert.deepEqual(await candles(exAt + 90 * 86_400_000), await candles(exAt - 1))
  const found = async (at: number) => codesOf(await ask('search', { keyword: code, stockCode: code }, { at }))
  assert.ok((await found(exAt - 1)).includes(code))
  assert.ok(!(await found(exAt)).includes(code))
})

test('a share is found, quoted and pushed under its new code, and under that of before', async () => {
  const { key, market, action } = renamed
  const { from, to, exAt, exDate } = action
  const news = openMarketNews(marketData)
  const rows = (await ask('calendar', { stockCode: from, market }, { at: exAt - 86_400_000 })) as unknown as Record<
    string,
    unknown
  >[]
  const event = present(
    rows.find(({ kind }) => kind === 'code'),
    'the event',
  )
  assert.deepEqual([event['date'], event['newCode']], [exDate, to])
  assert.equal((await ask('quote', { stockCode: to, market }, { at: exAt - 1 }))['refused'], 'unknown_instrument')
  for (const code of [from, to])
    assert.equal((await ask('quote', { stockCode: code, market }, { at: exAt }))['stock_code'], to)
  const channel = present(parseChannel(`quote.${market}.${to}`), 'a channel')
  assert.equal(news.stateOf(channel, exAt - 1), undefined)
  assert.ok(news.stateOf(channel, exAt)?.data?.includes(`"stock_code":"${to}"`))
  const channels = [exAt - 60_000, exAt].map((at) => new Map(news.channelsOf(at)))
  for (const [index, code] of [from, to].entries()) assert.equal(channels[index]?.get(`quote.${market}.${code}`), key)
})
