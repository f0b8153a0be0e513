import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, feed, now, openCalls, openTestMarketData, rowsOf, type Wire } from './testing.ts'

/** A market whose charts count what they are asked for. */
function openCounted() {
  const marketData = openTestMarketData({ catalogue: feed.catalogue })
  const asked: string[] = []
  const bars = {
    ...marketData.bars,
    closes: async (keys: readonly string[], at: number, caller: string) => {
      asked.push(...keys)
      return marketData.bars.closes(keys, at, caller)
    },
  }
  return { ask: openCalls({ ...marketData, bars }), asked }
}
const { ask } = openCounted()
const first = { market: 'MX', pageNum: 1, pageSize: 50 }
const number = (row: Wire, field: string): number => Number(row[field])
const all = async (wire: Wire): Promise<Wire[]> => {
  const rows: Wire[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const page = await ask('screen', { ...first, ...wire, pageNum })
    rows.push(...rowsOf(page))
    if (rows.length >= Number(page['total'])) return rows
  }
}

test('screens a market: every row passes, the others do not, and figures are those of quote and summary', async () => {
  // Sorted by it, so the volatilities are awaited.
  const everything = await all({ sort: 'volatility' })
  const listed = [...feed.instruments(now).values()].filter(({ market }) => market === 'MX')
  assert.equal(everything.length, listed.length)
  const paying = await all({ yieldFrom: '2', volatilityTo: '40', sort: 'dividendYield' })
  const passes = (row: Wire): boolean =>
    row['dividendYield'] !== null &&
    number(row, 'dividendYield') >= 2 &&
    row['volatility'] !== null &&
    number(row, 'volatility') <= 40
  assert.deepEqual(
    new Set(paying.map((row) => row['stock_code'])),
    new Set(everything.filter(passes).map((row) => row['stock_code'])),
  )
  assert.ok(paying.length > 3 && paying.length < everything.length, `${paying.length}`)
  const yields = paying.map((row) => number(row, 'dividendYield'))
  assert.deepEqual(
    yields,
    yields.toSorted((one, other) => other - one),
  )
  for (const row of paying.slice(0, 5)) {
    const lookup = { stockCode: row['stock_code'], market: 'MX' }
    const [quote, summary] = [await ask('quote', lookup), await ask('summary', lookup)]
    assert.deepEqual(
      [row['price_nominal'], row['change_ratio'], row['volume'], row['dividendYield']],
      [quote['price_nominal'], quote['change_ratio'], quote['volume'], summary['dividendYield']],
    )
  }
})

test('a volatility is that of the daily closes, asked for once a day, and awaited only by who needs it', async () => {
  const { ask, asked } = openCounted()
  const sectors = rowsOf(await ask('sectors', { market: 'MX' }))
  assert.ok(sectors.length > 5)
  const rows = rowsOf(await ask('screen', { ...first, sort: 'volatility' }))
  assert.ok(rows.every((row) => number(row, 'volatility') > 5 && number(row, 'volatility') < 300))
  const market = [...feed.instruments(now).values()].filter(({ market }) => market === 'MX')
  assert.deepEqual(asked.toSorted(), market.map(({ key }) => key).toSorted())
  for (const at of [now + 60_000, now + 120_000]) await ask('screen', { ...first, volatilityFrom: '1' }, { at })
  assert.equal(asked.length, market.length)
  await ask('screen', { ...first, sort: 'volatility' }, { at: now + 86_400_000 })
  assert.ok(asked.length > market.length)
})

test('sums the sectors of a market without its funds, in both languages', async () => {
  const sectors = rowsOf(await ask('sectors', { market: 'US' }))
  assert.deepEqual(new Set(sectors.map(({ group }) => group)), new Set(catalogue.sectors.keys()))
  const technology = sectors.find(({ group }) => group === 'technology') ?? assert.fail()
  const own = await all({ market: 'US', group: 'technology' })
  const mean = own.reduce((sum, row) => sum + number(row, 'change_ratio'), 0) / own.length
  assert.equal(technology['count'], own.length)
  assert.equal(technology['rising'], own.filter((row) => number(row, 'change_ratio') > 0).length)
  assert.ok(Math.abs(number(technology, 'change_ratio') - mean) < 0.006)
  assert.equal(technology['name'], 'Technology')
  const chinese = rowsOf(await ask('sectors', { market: 'US' }, { language: 'zh-CN' }))
  assert.ok(chinese.some(({ name }) => name === '科技'))
  const funds = await all({ market: 'US', group: 'fund' })
  assert.ok(funds.length >= 25 && funds.every(({ group }) => group === 'fund'))
})

test('refuses other markets, columns and figures, and answers an unknown group with nothing', async () => {
  for (const wire of [
    { market: 'FX' },
    { market: undefined },
    { sort: 'marketCap' },
    { order: 'up' },
    { priceFrom: 'much' },
    { yieldFrom: '1.234' },
    { pageNum: 0 },
  ])
    assert.equal((await ask('screen', { ...first, ...wire }))['refused'], 'invalid_parameter', JSON.stringify(wire))
  assert.equal((await ask('sectors', { market: 'GLOBAL' }))['refused'], 'invalid_parameter')
  assert.equal((await ask('screen', { ...first, group: 'x'.repeat(300) }))['refused'], 'text_too_long')
  assert.equal((await ask('screen', { ...first, group: 'nothing' }))['total'], 0)
  assert.equal((await ask('screen', { ...first, priceFrom: '50', priceTo: '40' }))['total'], 0)
})
