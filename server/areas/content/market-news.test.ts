import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { previousSession } from '@mex/core/market/calendar.ts'
import { present } from '@mex/core/assert.ts'
import { Refused, refusal } from '@mex/core/refusal.ts'
import { insertCommitments } from '#areas/market/store.ts'
import { anonymous, start } from '#areas/testing.ts'
import { sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { BarService } from '#feeds/bars/bar-service.ts'
import { openBarsHere } from '#feeds/bars/testing.ts'
import type { Feed } from '#feeds/feed.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { handlers } from './handlers.ts'
import { publishHelp } from './help.ts'
import { jobs } from './jobs.ts'
import { factOf, sessionFactOf } from './market-facts.ts'
import { openNews } from './market-news.ts'
import { percentText, priceText } from './market-words.ts'

const catalogue = openCatalogue()
const { calendars } = catalogue
const keys = openDaySecrets(Buffer.from('news-test'), modelVersion)
const feed = openSimulatedFeed({ keys, catalogue, practiceHours: true })
const bars = openBarsHere(feed)
const calendar = present(calendars.get('us-equity'), 'the calendar of New York')

let own: TestDatabase
let db: Database
const call = handlers({ traditional: (simplified) => simplified })
before(async () => {
  own = await openTestDatabase()
  db = own.db
})
after(() => own[Symbol.asyncDispose]())

type Published = { key: string; tag: string; title: string; body: string; simulated: boolean; at: number }
async function published(language = 'en'): Promise<Published[]> {
  const { rows } = await sql<Published>`
    select key, tag, title, body, simulated, published_at as at from article
    join article_text on article_id = id and article_text.version = article.version and language = ${language}
    order by key`.execute(db)
  return rows
}

/** A Friday after New York has closed. */
const evening = Date.UTC(2026, 10, 20, 22, 30)

/** A feed that fails the test when a caller asks for a later instant. */
function bounded(instantMax: number): Feed {
  const check = (instant: number): number => {
    assert(instant <= instantMax, `asked for ${instant}, after ${instantMax}`)
    return instant
  }
  return {
    ...feed,
    instruments: (now) => feed.instruments(check(now)),
    quote: (key, now) => feed.quote(key, check(now)),
    day: (key, now) => feed.day(key, check(now)),
  }
}

/** A bar service that fails the test when a caller asks for a later instant. */
function boundedBars(instantMax: number): Pick<BarService, 'bars'> {
  return {
    bars: (wanted, now, caller) => {
      assert(now <= instantMax && (wanted.end ?? now) <= instantMax, `asked for ${now}, after ${instantMax}`)
      return bars.bars(wanted, now, caller)
    },
  }
}

test('a completed session is published once, with figures from public prices, marked as simulated', async () => {
  const run = openNews({ db, feed: bounded(evening), bars: boundedBars(evening), calendars })
  assert((await run(evening)) >= 5)
  const rows = await published()
  const close = present(
    rows.find(({ key }) => key === 'close:US:2026-11-20'),
    'the close of New York',
  )
  assert.deepEqual([close.tag, close.simulated, close.at], ['US', true, evening])
  const instrument = present(feed.instruments(evening).get('GLOBAL:SPX'), 'the index')
  const index = present(sessionFactOf(feed, instrument, previousSession(calendar, evening)), 'its session')
  assert(close.body.includes(priceText(index.instrument, index.last)))
  assert(close.body.includes(percentText(index.change)))
  assert.match(close.title, /^US close, (Mon|Tue|Wed|Thu|Fri) \d+ [A-Z][a-z]{2}: S&P 500 (up|down) \d+\.\d\d%$/)
  assert.deepEqual(
    rows.map(({ key }) => key.split(':').slice(0, 2).join(':')).filter((key) => !key.startsWith('move')),
    ['close:HK', 'close:MX', 'close:US', 'day:COMMODITY', 'day:FOREX'],
  )
  for (const { body, title } of rows) {
    assert.match(body, /This market is simulated/)
    assert.doesNotMatch(title + body, /undefined|NaN|\{|\}/)
  }
  for (const { body, title } of await published('zh')) {
    assert.match(body, /本市场为模拟市场/)
    assert.match(title, /[\u4e00-\u9fff]/)
    assert.doesNotMatch(title + body, /undefined|NaN|\{|\}/)
  }
  assert.equal(await run(evening), 0)
  const again = openNews({ db, feed, bars, calendars })
  assert.equal(await again(evening + 1000), 0)
  assert.equal((await published()).length, rows.length)
})

test('the report on a session has the close that quotes after it count from', () => {
  const cases = [
    ['GLOBAL:SPX', 'us-equity'],
    ['US:AAPL', 'us-equity'],
    ['HK:00700', 'hk-equity'],
    ['MX:WALMEX', 'mx-equity'],
    ['FX:XAUUSD', 'forex'],
    ['FX:EURUSD', 'forex'],
    ['FUT:CLF27', 'forex'],
    ['FUT:ZCH27', 'forex'],
  ] as const
  // After a Thursday the next day of currencies opens as this one closes; after a Friday nothing does.
  for (const now of [evening - 86_400_000, evening])
    for (const [key, name] of cases) {
      const session = previousSession(present(calendars.get(name), name), now)
      const instrument = present(feed.instruments(now).get(key), key)
      const fact = present(sessionFactOf(feed, instrument, session), key)
      const told = present(feed.day(key, now)?.lastSession, key)
      assert.deepEqual([session.date, fact.last, fact.previousClose], [told.date, told.close, told.previousClose], key)
    }
  const share = present(feed.instruments(evening).get('US:AAPL'), 'the share')
  const { close } = previousSession(calendar, evening)
  assert.notEqual(
    sessionFactOf(feed, share, previousSession(calendar, evening))?.last,
    feed.quote('US:AAPL', close - 1)?.last,
  )
})

test('the report on a closed market uses its session and no later quotes', () => {
  const { close } = previousSession(calendar, evening)
  const share = present(feed.instruments(evening).get('US:AAPL'), 'the share')
  const day = present(feed.day('US:AAPL', evening), 'its day')
  assert.deepEqual([day.sinceClose, day.lastSession?.date], [true, '2026-11-20'])
  const [during, after] = [close - 1, evening].map((at) => present(factOf(feed, share, at), 'its facts'))
  assert.equal(after?.last, day.lastSession?.close)
  assert.notEqual(after?.last, feed.quote('US:AAPL', evening)?.last)
  for (const figure of ['previousClose', 'low', 'high'] as const)
    assert.equal(after?.[figure], during?.[figure], figure)
})

test('a large move is published while the market is open, from prices of a completed minute', async () => {
  const [open, jump] = [Date.UTC(2026, 10, 23, 14, 30), Date.UTC(2026, 10, 23, 16, 1)]
  const falling: Feed = {
    ...bounded(jump + 300_000),
    // Without shares of new issues, of which three may move more than the falling one.
    instruments: (now) => catalogue.instrumentsAt(now),
    quote: (key, now) => {
      const quote = feed.quote(key, now)
      if (quote === undefined || key !== 'US:NVDA' || now < jump) return quote
      return { ...quote, last: ((quote.last * 90n) / 100n) as typeof quote.last }
    },
  }
  const run = openNews({ db, feed: falling, bars: boundedBars(jump + 300_000), calendars })
  const moves = async () => (await published()).filter(({ key }) => key === 'move:US:us-equity:2026-11-23:NVDA')
  await run(open + 5 * 60_000)
  await run(jump)
  assert.deepEqual(await moves(), [], 'the minute of the jump is not complete')
  await run(jump + 240_000)
  const [move, ...others] = await moves()
  assert.equal(others.length, 0)
  assert.match(move?.title ?? '', /^NVIDIA falls \d+\.\d\d%$/)
  assert.match(move?.body ?? '', /11:05 \(New York\)/)
  assert.match(move?.body ?? '', /#\/pages\/quote\/stock\?name=NVIDIA&amp;code=NVDA&amp;source=0&amp;market=US/)
  await run(jump + 299_000)
  assert.equal((await moves()).length, 1)
})

test('at most three large moves of a market are published per day, the largest ones', async () => {
  const at = Date.UTC(2026, 10, 24, 16, 0)
  const wild: Feed = {
    ...feed,
    quote: (key, now) => {
      const quote = feed.quote(key, now)
      const fall = { 'US:AAPL': 10n, 'US:MSFT': 20n, 'US:AMZN': 30n, 'US:TSLA': 40n, 'US:META': 9n }[key]
      if (quote === undefined || fall === undefined) return quote
      return { ...quote, last: ((quote.last * (100n - fall)) / 100n) as typeof quote.last }
    },
  }
  const run = openNews({ db, feed: wild, bars, calendars })
  await run(at)
  await run(at + 300_000)
  const codes = (await published()).flatMap(({ key }) => /^move:US:us-equity:2026-11-24:(.+)$/.exec(key)?.[1] ?? [])
  assert.deepEqual(codes.toSorted(), ['AMZN', 'MSFT', 'TSLA'])
})

test('news is published without covers while charts are refused, but not after an error', async () => {
  const at = Date.UTC(2026, 10, 25, 22, 30)
  const refused = { bars: () => Promise.reject(new Refused(refusal('too_many_requests'))) }
  const broken = { bars: () => Promise.reject(new Error('broken')) }
  const before = (await published()).length
  await assert.rejects(openNews({ db, feed, bars: broken, calendars })(at), /broken/)
  assert.equal((await published()).length, before)
  const count = await openNews({ db, feed, bars: refused, calendars })(at)
  assert(count >= 5)
  assert.equal((await published()).length, before + count)
})

test('news is listed publicly and deleted when old; other articles are kept', async () => {
  const list = await call.articles(
    { type: 'news', pageNum: 1, pageSize: 50 },
    anonymous({ db, now: start + 30 * 86_400_000 }),
  )
  assert(list.total >= 9)
  assert(list.rows.every(({ isSimulated, cover }) => isSimulated && (cover === undefined || cover.length < 3000)))
  const [old] = jobs({ db, feed, bars, calendars })
  await old?.run(Date.UTC(2028, 0, 1))
  assert.deepEqual(await published(), [])
})

test('a session that ended before the first start is dated when it was over, a later one when it is told', async () => {
  const firstStart = Date.UTC(2026, 10, 20, 10, 2)
  await insertCommitments(db, [
    { date: '2026-11-20', modelVersion, hash: '00', publishedAt: firstStart },
    { date: '2026-12-26', modelVersion, hash: '00', publishedAt: firstStart + 86_400_000 },
  ])
  const help = { title: 'Help', keywords: [], summary: 'Help', body: 'Help' }
  await publishHelp(db, [{ slug: 'test', texts: { en: help, zh: help } }])
  await openNews({ db, feed, bars, calendars })(firstStart)
  // Down while New York closed.
  await openNews({ db, feed, bars, calendars })(evening)
  const list = await call.articles({ type: 'news', pageNum: 1, pageSize: 50 }, anonymous({ db, now: evening }))
  const dated = await published()
  const keyOf = (title: string) => dated.find((row) => row.title === title)?.key ?? ''
  const told = list.rows.map(({ title, createdAt }) => [keyOf(title), createdAt])
  assert.deepEqual(
    told.filter(([key]) => !String(key).startsWith('move')),
    [
      ['close:US:2026-11-20', evening],
      ['close:MX:2026-11-20', evening],
      ['day:FOREX:2026-11-20', evening],
      ['day:COMMODITY:2026-11-20', evening],
      ['close:HK:2026-11-20', Date.UTC(2026, 10, 20, 8, 0)],
      ['day:FOREX:2026-11-19', Date.UTC(2026, 10, 19, 22, 0)],
      ['day:COMMODITY:2026-11-19', Date.UTC(2026, 10, 19, 22, 0)],
      ['close:US:2026-11-19', Date.UTC(2026, 10, 19, 21, 0)],
      ['close:MX:2026-11-19', Date.UTC(2026, 10, 19, 21, 0)],
      // The help articles of a first start do not stand above them.
      ['help:test', Date.UTC(2000, 0, 1)],
    ],
  )
})

test('no news is generated in replay and live mode', () => {
  const names = (mode: Feed['mode']) => jobs({ db, feed: { ...feed, mode }, bars, calendars }).map(({ name }) => name)
  assert(names('sim').includes('news'))
  assert(!names('replay').includes('news'))
  assert(!names('live').includes('news'))
})
