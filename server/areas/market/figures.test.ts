import assert from 'node:assert/strict'
import { test } from 'node:test'
import { previousSession, type HoursMode } from '@mex/core/market/calendar.ts'
import { openBarsHere } from '#feeds/bars/testing.ts'
import { openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { contradictions, edgesOf, instantsOf } from './figures-testing.ts'
import {
  catalogue,
  feed as practiceFeed,
  openCalls,
  openTestMarketData,
  rowsOf,
  secrets,
  type Wire,
} from './testing.ts'

/** A week with half days (New York, Hong Kong and London on the 24th) and a holiday (the 25th), weekends included. */
const from = Date.parse('2026-12-20T12:00Z')
const until = Date.parse('2026-12-28T16:00Z')

const feeds = {
  practice: practiceFeed,
  real: openSimulatedFeed({ keys: secrets, catalogue, practiceHours: false }),
} as const

for (const hours of ['practice', 'real'] as const satisfies readonly HoursMode[]) {
  test(`no two figures of an instrument contradict each other in a week, with ${hours} hours`, async () => {
    const feed = feeds[hours]
    const marketData = openTestMarketData({ feed, bars: openBarsHere(feed), hours })
    const found: string[] = []
    let asked = 0
    const bySession = Map.groupBy(feed.instruments(from).values(), ({ session }) => session)
    for (const [session, instruments] of bySession) {
      const calendar = catalogue.calendars.get(session) ?? assert.fail(session)
      for (const [number, now] of instantsOf(edgesOf(session, from, until), from, until).entries()) {
        for (const [place, instrument] of instruments.entries()) {
          // A session edge has four instants, so every ninth checks each instrument in all four over nine edges.
          if ((number + place) % 9 !== 0 || !feed.instruments(now).has(instrument.key)) continue
          found.push(...(await contradictions(marketData, instrument, now, place % 5 === 0)))
          asked += 1
          if (hours === 'practice') {
            const date = marketData.board.row(instrument, now)?.day.lastSession?.date
            const expected = previousSession(calendar, now).date
            if (date !== expected) found.push(`${instrument.key} ${now}: lastSession of ${date}, not ${expected}`)
          }
        }
      }
    }
    assert.deepEqual(found.slice(0, 20), [], `${found.length} contradictions in ${asked} answers`)
    assert.ok(asked > 1500, `${asked} answers`)
  })
}

test('lists, movers, home page, summary and order form show the figures of the quote', async () => {
  const call = openCalls()
  for (const at of ['2026-12-24T15:00Z', '2026-12-24T19:00Z', '2026-12-26T03:00Z', '2026-12-28T13:00Z'].map(
    Date.parse,
  )) {
    const answers = await Promise.all([
      call('stocks', { market: 'US', pageNum: 1, pageSize: 5 }, { at }),
      call('hongKongStocks', { pageNum: 1, pageSize: 5 }, { at }),
      call('top', { market: 'US', type: 'gainers', limit: 5 }, { at }),
      call('top', { market: 'HK', type: 'losers', limit: 5 }, { at }),
      call('hot', { limit: 5 }, { at }),
      call('globalIndices', {}, { at }),
      call('futures', {}, { at }),
    ])
    const home = (await call('home', {}, { at })) as unknown as { list: Wire[] }[]
    const rows = [...answers.flatMap(rowsOf), ...home.flatMap(({ list }) => list)]
    assert.ok(rows.length > 40)
    for (const row of rows) {
      const wanted = { stockCode: row['stock_code'], market: row['market'] }
      const quote = await call('quote', wanted, { at })
      const { high52w, low52w, ...figures } = quote
      for (const [name, figure] of Object.entries(figures)) assert.deepEqual(row[name], figure, `${name} of a row`)
      assert.deepEqual(await call('orderQuote', wanted, { at }), { ...figures, high52w: null, low52w: null })
      const summary = await call('summary', wanted, { at })
      assert.deepEqual([summary['high52w'], summary['low52w']], [high52w, low52w])
    }
  }
})

test('gainers have risen and losers have fallen since the close in their rows', async () => {
  const call = openCalls()
  const at = Date.parse('2026-12-26T03:00Z')
  for (const [type, sign] of [
    ['gainers', 1],
    ['losers', -1],
  ] as const) {
    const rows = rowsOf(await call('top', { market: 'US', type, limit: 10 }, { at }))
    assert.equal(rows.length, 10)
    for (const row of rows) {
      const { close } = row['lastSession'] as Wire
      assert.ok(sign * (Number(row['price_nominal']) - Number(close)) > 0, `${String(row['stock_code'])} ${type}`)
    }
  }
})

test('an index rolls together with the shares of its market, also on half days and holidays', () => {
  const marketData = openTestMarketData()
  const pairs = [
    ['GLOBAL:SPX', 'US:AAPL'],
    ['GLOBAL:HSI', 'HK:00700'],
    ['GLOBAL:IPC', 'MX:WALMEX'],
  ] as const
  let rolls = 0
  for (const [index, share] of pairs) {
    const [first, second] = [index, share].map((key) => practiceFeed.instruments(from).get(key) ?? assert.fail(key))
    let before: string | undefined
    for (let now = from; now < until; now += 600_000) {
      const [one, other] = [first!, second!].map((instrument) => marketData.board.row(instrument, now)?.day)
      assert.equal(one?.lastSession?.date, other?.lastSession?.date, `${index} ${new Date(now).toISOString()}`)
      assert.equal(one?.sinceClose, other?.sinceClose)
      if (before !== undefined && before !== one?.lastSession?.date) rolls += 1
      before = one?.lastSession?.date
    }
  }
  assert.ok(rolls >= 12, `${rolls} rolls`)
})
