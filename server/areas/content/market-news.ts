import type { ArticleTag } from '@mex/contract/content/articles.ts'
import type { Text } from '@mex/contract/text.ts'
import { present } from '@mex/core/assert.ts'
import { latestSession, previousSession, type Calendar, type Session } from '@mex/core/market/calendar.ts'
import type { Instrument, Market, SessionName } from '@mex/core/market/instrument.ts'
import { firstStartedAt } from '#areas/market/commitments.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import type { BarService } from '#feeds/bars/bar-service.ts'
import type { Feed } from '#feeds/feed.ts'
import { publishArticle } from './articles.ts'
import { closeArticle, moveArticle, roundupArticle, type RoundupFacts, type ArticleDraft } from './market-articles.ts'
import { courseOf, factOf, factsOf, frontMonths, largestMove, listed, sessionFactOf, sizeOf } from './market-facts.ts'
import { countKeysFrom, publishedKeys } from './store-articles.ts'

export type NewsDependencies = {
  readonly db: Database
  readonly feed: Feed
  readonly bars: Pick<BarService, 'bars'>
  readonly calendars: ReadonlyMap<SessionName, Calendar>
}

type StockMarket = {
  readonly tag: ArticleTag
  readonly market: Market
  readonly session: SessionName
  readonly name: Text
  /** The main index first. */
  readonly indices: readonly string[]
}

const stockMarkets: readonly StockMarket[] = [
  {
    tag: 'US',
    market: 'US',
    session: 'us-equity',
    name: { en: 'US', zh: '美股' },
    indices: ['SPX', 'NDX', 'DJI', 'RUT'],
  },
  { tag: 'HK', market: 'HK', session: 'hk-equity', name: { en: 'Hong Kong', zh: '港股' }, indices: ['HSI', 'HSTECH'] },
  { tag: 'MX', market: 'MX', session: 'mx-equity', name: { en: 'Mexico', zh: '墨西哥股市' }, indices: ['IPC'] },
]

const majors = ['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF', 'USDCAD', 'AUDUSD', 'NZDUSD', 'USDMXN']
const metals = ['XAUUSD', 'XAGUSD']

/** A session that ended longer ago than this is not reported. */
const staleMilliseconds = 4 * 86_400_000

/** The instant before another, for the last price of a session. */
const before = (instant: number): number => instant - 1

type PlannedArticle = {
  readonly key: string
  readonly tag: ArticleTag
  /** When its session was over; undefined for what is told of an open one. */
  readonly ended?: number
  readonly write: () => Promise<ArticleDraft | undefined>
}

const calendarOf = ({ calendars }: NewsDependencies, session: SessionName): Calendar =>
  present(calendars.get(session), `the calendar ${session}`)

const byCode = (instruments: readonly Instrument[], codes: readonly string[]): readonly Instrument[] =>
  codes.flatMap((code) => instruments.find((instrument) => instrument.code === code) ?? [])

function closeOf(
  dependencies: NewsDependencies,
  { tag, market, session, name, indices }: StockMarket,
  now: number,
): PlannedArticle | [] {
  const { feed, bars } = dependencies
  const ended = previousSession(calendarOf(dependencies, session), now)
  const { open, close, date } = ended
  if (now - close > staleMilliseconds) return []
  const at = before(close)
  const facts = (instruments: readonly Instrument[]) =>
    factsOf(instruments, (instrument) => sessionFactOf(feed, instrument, ended))
  return {
    key: `close:${market}:${date}`,
    tag,
    ended: close,
    write: async () => {
      const indexFacts = await facts(byCode(listed(feed, 'GLOBAL', at), indices))
      const [first] = indexFacts
      const course = first === undefined ? [] : await courseOf(bars, first.instrument.key, open, at)
      return closeArticle({
        market: name,
        date,
        indices: indexFacts,
        shares: await facts(listed(feed, market, at)),
        course,
      })
    },
  }
}

/** Reports on currencies and commodities for the day that ends at 17:00 in New York. */
function roundupsOf(dependencies: NewsDependencies, now: number): readonly PlannedArticle[] {
  const { feed, bars } = dependencies
  const ended = previousSession(calendarOf(dependencies, 'forex'), now)
  const { open, close, date } = ended
  if (now - close > staleMilliseconds) return []
  const at = before(close)
  const facts = (instruments: readonly Instrument[]) =>
    factsOf(instruments, (instrument) => sessionFactOf(feed, instrument, ended))
  const futures = (group: string) => facts(frontMonths(feed, at, [group]))
  const pairs = (codes: readonly string[]) => facts(byCode(listed(feed, 'FX', at), codes))
  async function roundup(title: Text, groups: RoundupFacts['groups']): Promise<ArticleDraft | undefined> {
    const first = largestMove(groups.flatMap(({ facts }) => facts))
    const course = first === undefined ? [] : await courseOf(bars, first.instrument.key, open, at)
    return roundupArticle({ title, date, groups, course })
  }
  return [
    {
      key: `day:FOREX:${date}`,
      tag: 'FOREX',
      ended: close,
      write: async () =>
        roundup({ en: 'Currencies', zh: '外汇' }, [
          { title: { en: 'Major pairs', zh: '主要货币对' }, facts: await pairs(majors) },
        ]),
    },
    {
      key: `day:COMMODITY:${date}`,
      tag: 'COMMODITY',
      ended: close,
      write: async () =>
        roundup({ en: 'Commodities', zh: '大宗商品' }, [
          { title: { en: 'Spot metals', zh: '现货贵金属' }, facts: await pairs(metals) },
          { title: { en: 'Energy', zh: '能源' }, facts: await futures('energy') },
          { title: { en: 'Agriculture', zh: '农产品' }, facts: await futures('agricultural') },
        ]),
    },
  ]
}

type MoveRule = {
  readonly tag: ArticleTag
  readonly session: SessionName
  readonly instruments: (feed: Feed, at: number) => readonly Instrument[]
  /** The minimum move in hundredths of a per cent, and the maximum number of reports per day. */
  readonly from: bigint
  readonly perDayMax: number
}

const moveRules: readonly MoveRule[] = [
  ...stockMarkets.map(({ tag, market, session }) => ({
    tag,
    session,
    instruments: (feed: Feed, at: number) => listed(feed, market, at),
    from: 600n,
    perDayMax: 3,
  })),
  ...stockMarkets.map(({ session, indices }) => ({
    tag: 'INDEX' as const,
    session,
    instruments: (feed: Feed, at: number) => byCode(listed(feed, 'GLOBAL', at), indices.slice(0, 1)),
    from: 200n,
    perDayMax: 1,
  })),
]

/** The market is checked at full five minutes, so that every process publishes the same figures. */
const gridMilliseconds = 5 * 60_000
/** The first minutes of a session are not reported. */
const settledMilliseconds = 15 * 60_000

async function movesOf(
  dependencies: NewsDependencies,
  { tag, session, instruments, from, perDayMax }: MoveRule,
  at: number,
) {
  const { feed, bars, db } = dependencies
  const calendar = calendarOf(dependencies, session)
  const today: Session = latestSession(calendar, at)
  if (at < today.open + settledMilliseconds || at >= today.close) return []
  const facts = await factsOf(instruments(feed, at), (instrument) => factOf(feed, instrument, at))
  const large = facts.filter((fact) => sizeOf(fact) >= from)
  if (large.length === 0) return []
  const start = `move:${tag}:${session}:${today.date}:`
  const left = perDayMax - (await countKeysFrom(db, start))
  return large
    .toSorted((one, other) => (sizeOf(one) < sizeOf(other) ? 1 : -1))
    .slice(0, Math.max(0, left))
    .map((fact): PlannedArticle => ({
      key: `${start}${fact.instrument.code}`,
      tag,
      write: async () => {
        const course = await courseOf(bars, fact.instrument.key, today.open, at)
        return moveArticle({ fact, at, zone: calendar.zone, course })
      },
    }))
}

/**
 * News of the simulated market: reports on completed sessions and on large moves in open ones. All figures come from
 * public prices of a past instant, so that no article reveals more than its readers can know. The job checks every five
 * minutes and answers the number of new articles.
 */
export function openNews(dependencies: NewsDependencies): (now: number) => Promise<number> {
  let lastCheckedAt = -Infinity
  return async (now) => {
    const at = Math.floor(now / gridMilliseconds) * gridMilliseconds
    if (at === lastCheckedAt) return 0
    const count = await publishNews(dependencies, at, now)
    lastCheckedAt = at
    return count
  }
}

/** The first check at which a session is over. */
const reportedAt = (ended: number): number => Math.ceil(ended / gridMilliseconds) * gridMilliseconds

async function publishNews(dependencies: NewsDependencies, at: number, now: number): Promise<number> {
  const planned: PlannedArticle[] = stockMarkets.flatMap((market) => closeOf(dependencies, market, at))
  planned.push(...roundupsOf(dependencies, at))
  for (const each of moveRules) planned.push(...(await movesOf(dependencies, each, at)))
  const published = await publishedKeys(
    dependencies.db,
    planned.map(({ key }) => key),
  )
  // A session that was over before the installation was there bears its own time, so that it is listed in its order.
  const firstStart = (await firstStartedAt(dependencies.db)) ?? -Infinity
  let count = 0
  // The article published last is listed first.
  for (const { key, tag, ended, write } of planned.filter((each) => !published.has(each.key)).toReversed()) {
    const article = await write()
    if (article === undefined) continue
    const told = ended !== undefined && reportedAt(ended) < firstStart ? reportedAt(ended) : now
    await inTransaction(dependencies.db, (tx) =>
      publishArticle(tx, { ...article, key, type: 'news', tag, isSimulated: true, at: told }),
    )
    count += 1
  }
  return count
}
