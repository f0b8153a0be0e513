import assert from 'node:assert/strict'
import { test } from 'node:test'
import { futureQuote, quote } from '@mex/contract/market/shapes.ts'
import { writerOf } from '@mex/contract/write.ts'
import { present } from '@mex/core/assert.ts'
import { catalogue, codesOf, feed, now, openCalls, openTestMarketData, rowsOf, type Wire } from './testing.ts'

const ask = openCalls()
const numbers = (answer: Wire, field: string): number[] => rowsOf(answer).map((row) => Number(row[field]))
const descending = (list: readonly number[]): number[] => list.toSorted((left, right) => right - left)
const ascending = (list: readonly number[]): number[] => list.toSorted((left, right) => left - right)
const countOf = (market: string): number =>
  [...feed.instruments(now).values()].filter((instrument) => instrument.market === market).length

test('returns shares of a market in pages', async () => {
  const first = await ask('stocks', { market: 'MX' })
  const total = countOf('MX')
  assert.deepEqual([first['total'], first['pageNum'], first['pageSize']], [total, 1, 10])
  assert.equal(codesOf(first).length, 10)
  const second = await ask('stocks', { market: 'MX', pageNum: 2, pageSize: '20' })
  assert.equal(codesOf(second).length, 20)
  const seen = new Set<unknown>()
  for (let pageNum = 1; pageNum <= Math.ceil(total / 20); pageNum += 1)
    for (const code of codesOf(await ask('stocks', { market: 'MX', pageNum, pageSize: 20 }))) seen.add(code)
  assert.equal(seen.size, total)
  assert.deepEqual(codesOf(await ask('stocks', { market: 'MX', pageNum: 1000 })), [])
  assert.equal((await ask('stocks', { market: 'MX', pageSize: 500 }))['pageSize'], 50)
})

test('refuses invalid pages, columns and markets', async () => {
  const wires: readonly Wire[] = [
    { pageNum: 0 },
    { pageNum: 1.5 },
    { pageNum: 'x' },
    { pageSize: 0 },
    { pageSize: -1 },
    { sort: 'price' },
    { sort: 'toString' },
    { order: 'up' },
  ]
  for (const wire of wires) {
    assert.equal((await ask('stocks', { market: 'MX', ...wire }))['refused'], 'invalid_parameter', JSON.stringify(wire))
    assert.equal((await ask('forex', wire))['refused'], 'invalid_parameter', JSON.stringify(wire))
  }
  assert.equal((await ask('stocks', { market: 'MX', keyword: 'x'.repeat(51) }))['refused'], 'text_too_long')
  for (const market of [undefined, 'mx', 'MARS'])
    assert.equal((await ask('stocks', { market }))['refused'], 'invalid_parameter')
  for (const wire of [{}, { market: 'US' }, { market: 'FX', type: 'gainers' }, { market: 'MX', type: 'best' }])
    assert.equal((await ask('top', wire))['refused'], 'invalid_parameter')
  assert.equal((await ask('futures', { group: 'wood' }))['refused'], 'invalid_parameter')
  assert.equal((await ask('forex', { group: 'wood' }))['refused'], 'invalid_parameter')
})

test('sorts lists by the requested column', async () => {
  const market = { market: 'MX', pageSize: 50 }
  const columns = ['change_ratio', 'volume', 'price_nominal']
  for (const sort of columns) {
    const down = numbers(await ask('stocks', { ...market, sort }), sort)
    assert.deepEqual(down, descending(down), sort)
    const up = numbers(await ask('stocks', { ...market, sort, order: 'asc' }), sort)
    assert.deepEqual(up, ascending(up), sort)
  }
  const namesOf = async (order: Wire): Promise<readonly string[]> => {
    const pages = [1, 2, 3, 4].map((pageNum) => ask('stocks', { ...market, sort: 'name', pageNum, ...order }))
    return (await Promise.all(pages)).flatMap(rowsOf).map((row) => String(row['name']))
  }
  const names = await namesOf({})
  const collator = new Intl.Collator('en', { numeric: true })
  assert.deepEqual(
    names,
    names.toSorted((left, right) => collator.compare(left, right)),
  )
  assert.deepEqual(await namesOf({ order: 'desc' }), names.toReversed())
})

test('search finds codes by prefix, then words of the names in any language', async () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['AAPL', ['AAPL']],
    ['aap', ['AAPL']],
    ['apple', ['AAPL']],
    ['苹果', ['AAPL']],
    ['果', ['AAPL']],
    ['700', ['00700']],
    ['腾讯', ['00700']],
    ['america movil', ['AMXB']],
    ['EURUSD', ['EURUSD']],
    ['no such thing', []],
    ['%', []],
    ['\\', []],
  ]
  for (const [keyword, expected] of cases)
    assert.deepEqual(
      codesOf(await ask('search', { keyword, pageSize: 5 })).slice(0, expected.length),
      expected,
      keyword,
    )
  const none = await ask('search', { keyword: 'no such thing' })
  assert.equal(none['total'], 0)
  const all = await ask('search')
  assert.equal(all['total'], feed.instruments(now).size)
  const onlyHere = await ask('stocks', { market: 'MX', keyword: 'AAPL' })
  assert.deepEqual(codesOf(onlyHere), [])
})

test('Hong Kong shares', async () => {
  const page = await ask('hongKongStocks', { pageSize: 5 })
  assert.equal(page['total'], countOf('HK'))
  assert.ok(rowsOf(page).every((row) => row['market'] === 'HK' && row['source'] === 11 && row['currency'] === 'HKD'))
  assert.deepEqual(codesOf(await ask('hongKongStocks', { keyword: '汇丰' })), ['00005'])
})

test('returns gainers, losers and the most active shares', async () => {
  const gainers = numbers(await ask('top', { market: 'MX', type: 'gainers', limit: 50 }), 'change_ratio')
  assert.deepEqual(gainers, descending(gainers))
  assert.ok(gainers.every((ratio) => ratio >= 0))
  const losers = numbers(await ask('top', { market: 'MX', type: 'losers', limit: 50 }), 'change_ratio')
  assert.deepEqual(losers, ascending(losers))
  assert.ok(losers.every((ratio) => ratio <= 0))
  assert.ok(gainers.length + losers.length <= countOf('MX') && gainers.length > 0 && losers.length > 0)
  const active = rowsOf(await ask('top', { market: 'MX', type: 'active', limit: 7 }))
  const money = active.map((row) => Number(row['price_nominal']) * Number(row['volume']))
  assert.equal(money.length, 7)
  assert.deepEqual(money, descending(money))
  const named = await ask('top', { market: 'MX', type: 'active', limit: 7, sort: 'name' })
  assert.deepEqual(new Set(codesOf(named)), new Set(active.map((row) => row['stock_code'])))
  assert.equal(codesOf(await ask('top', { market: 'MX', type: 'active' })).length, 20)
})

test('compares hot shares of several markets in one currency', async () => {
  const mexican = codesOf(await ask('hot', { market: 'MX', limit: 5 }))
  assert.deepEqual(mexican, codesOf(await ask('top', { market: 'MX', type: 'active', limit: 5 })))
  const hot = rowsOf(await ask('hot', { limit: 50 }))
  const dollars = { USD: 1, HKD: 0.128, MXN: 0.055 } as const
  const money = hot.map(
    (row) => Number(row['price_nominal']) * Number(row['volume']) * dollars[row['currency'] as keyof typeof dollars],
  )
  assert.equal(hot.length, 50)
  for (const [index, value] of money.entries()) assert.ok(value <= (money[index - 1] ?? Infinity) * 1.2)
})

test('indices of the world, of one region or of all', async () => {
  const all = rowsOf(await ask('globalIndices'))
  assert.equal(all.length, countOf('GLOBAL'))
  assert.ok(all.every((row) => row['source'] === 99))
  assert.deepEqual(codesOf(await ask('globalIndices', { region: 'mx' })), ['IPC'])
  assert.deepEqual(codesOf(await ask('globalIndices', { region: 'MOON' })), [])
  assert.equal(codesOf(await ask('globalIndices', { pageSize: 3, pageNum: 2 })).length, 3)
})

test('futures: the front month of each product, and the months of one', async () => {
  const fronts = rowsOf(await ask('futures'))
  assert.deepEqual(
    fronts.map((row) => row['goldCode']),
    [...catalogue.products.keys()],
  )
  const es = fronts.find((row) => row['goldCode'] === 'ES')
  assert.deepEqual(
    ['stock_code', 'goldName', 'name', 'multiplier', 'expiryDate', 'source'].map((field) => es?.[field]),
    ['ESZ26', 'E-mini S&P 500', 'E-mini S&P 500 Dec 2026', '50', '2026-12-18', 3],
  )
  assert.equal(es?.['preSettle'], es?.['preClose'])
  const energy = rowsOf(await ask('futures', { group: 'energy' })).map((row) => row['goldCode'])
  assert.deepEqual(energy, ['CL', 'NG', 'RB'])
  const months = rowsOf(await ask('futureMonths', { goldCode: 'es' }))
  assert.deepEqual(
    months.map((row) => [row['stock_code'], row['lastTradeDate']]),
    [
      ['ESZ26', '2026-12-18'],
      ['ESH27', '2027-03-19'],
      ['ESM27', '2027-06-17'],
      ['ESU27', '2027-09-17'],
      ['ESZ27', '2027-12-17'],
    ],
  )
  const byContract = await ask('futureMonths', { goldCode: 'ESH27' })
  assert.deepEqual(codesOf(byContract), codesOf(months as unknown as Wire))
})

test('forex: groups, and majors for the head of the page', async () => {
  const head = codesOf(await ask('forexIndices'))
  assert.deepEqual(head, codesOf(await ask('forex', { group: 'major' })))
  assert.ok(head.includes('EURUSD'))
  assert.deepEqual(codesOf(await ask('forex', { group: 'metal' })), ['XAUUSD', 'XAGUSD'])
  assert.equal(codesOf(await ask('forex')).length, countOf('FX'))
})

test('the home page has a block for each kind of thing, in the language of the reader', async () => {
  const blocks = rowsOf(await ask('home', {}, { language: 'zh-CN' }))
  assert.deepEqual(
    blocks.map((block) => block['type']),
    ['index', 'US', 'HK', 'MX', 'future', 'forex', 'metal'],
  )
  assert.equal(blocks[0]?.['title'], '指数')
  const strip = (blocks[0] as { list: Wire[] }).list
  const regions = strip.map((row) => row['stock_code'])
  assert.deepEqual(regions.slice(0, 5), ['SPX', 'HSI', 'IPC', 'FTSE', 'NKY'])
  assert.ok(blocks.every((block) => (block['list'] as Wire[]).length > 0 && (block['list'] as Wire[]).length <= 6))
  const gold = rowsOf(await ask('home', { keyword: 'XAU' }))
  assert.deepEqual(
    gold.map((block) => block['type']),
    ['metal'],
  )
})

test('computes and serialises a row once per tick, for any number of readers', () => {
  const marketData = openTestMarketData()
  const instrument = present(feed.instruments(now).get('FUT:ESZ26'), 'an instrument')
  const reader = { language: 'en', watched: new Set<string>() } as const
  const next = feed.nextTick(now)
  const rowAt = (at: number) => present(marketData.board.row(instrument, at), 'a row')
  const pastAt = (at: number) => ({ closes: new Map(), now: at })
  const quoteAt = (at: number) => marketData.views.quote(rowAt(at), reader, pastAt(at))
  assert.equal(quoteAt(now), quoteAt(next - 1))
  assert.notEqual(quoteAt(now), quoteAt(next))
  assert.equal(writerOf(quote)(quoteAt(next) as never), writerOf(quote)(quoteAt(next + 1) as never))
  const future = () => writerOf(futureQuote)(marketData.views.future(rowAt(next), reader, pastAt(next)) as never)
  assert.equal(future(), future())
  const watching = { language: 'en', watched: new Set(['FUT:ESZ26']) } as const
  assert.equal(marketData.views.quote(rowAt(next), watching, pastAt(next)).isWatched, true)
  assert.equal(quoteAt(next).isWatched, false)
})

test('funds are in lists and found by code, name and "ETF", and are no movers', async () => {
  const funds = new Set([...catalogue.fixed.values()].filter(({ group }) => group === 'fund').map(codeOfListing))
  for (const [keyword, code] of [
    ['SPY', 'SPY'],
    ['2800', '02800'],
    ['Tracker Fund', '02800'],
    ['naftrac', 'NAFTRAC'],
    ['盈富', '02800'],
  ] as const)
    assert.equal(codesOf(await ask('search', { keyword, pageNum: 1, pageSize: 5 }))[0], code, keyword)
  const found = await ask('search', { keyword: 'ETF', pageNum: 1, pageSize: 50 })
  assert.deepEqual(new Set(codesOf(found)), funds)
  const listed = codesOf(await ask('stocks', { market: 'US', keyword: 'Select Sector', pageNum: 1, pageSize: 50 }))
  assert.equal(listed.length, 11)
  for (const type of ['gainers', 'losers', 'active'])
    for (const market of ['US', 'HK', 'MX']) {
      const movers = codesOf(await ask('top', { market, type, limit: 200 }))
      assert.ok(movers.length > 10 && !movers.some((code) => funds.has(String(code))), `${market} ${type}`)
    }
})

const codeOfListing = ({ instrument }: { readonly instrument: { readonly code: string } }): string => instrument.code
