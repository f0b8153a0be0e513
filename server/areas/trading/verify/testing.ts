import { price } from '@mex/core/money/money.ts'
import type { Feed } from '#feeds/feed.ts'
import { loadTraded, tradersOf, type StoredExecution } from './store-verify.ts'
import type { TradingTest } from '#areas/trading/testing.ts'
import { verifyFills } from './verify.ts'
import type { Pauses } from './pauses.ts'

/** The findings of the check of fills in a test's market; without gaps and halts unless given. */
export async function findingsIn(market: TradingTest, pauses: Partial<Pauses> = {}): Promise<readonly string[]> {
  const nothing: Pauses = { gaps: [], halts: [], until: market.clock.now(), speeds: [] }
  const found = await verifyFills(market.database.db, {
    ...market.engine.dependencies,
    now: Number.MAX_SAFE_INTEGER,
    pauses: { ...nothing, ...pauses },
    settledUntil: market.clock.now(),
    allotted: () => Promise.resolve([]),
  })
  return found.findings.map(({ about, message }) => `${about}: ${message}`)
}

/** All executions, in their order. */
export async function executionsIn({ database: { db } }: TradingTest): Promise<readonly StoredExecution[]> {
  const traded = await Promise.all((await tradersOf(db)).map(({ id }) => loadTraded(db, id)))
  return traded.flatMap(({ executions }) => executions).toSorted((one, other) => one.id - other.id)
}

/** Multiplies the prices of an instrument by a factor from an instant on. */
export function crash(feed: Feed, key: string, from: number, percent: bigint): Feed {
  const bent = (quote: ReturnType<Feed['quote']>): ReturnType<Feed['quote']> => {
    if (quote === undefined || quote.key !== key || quote.venueTime < from) return quote
    const bid = price(((quote.bid * percent) / 100n / 1_000_000n) * 1_000_000n)
    return { ...quote, bid, last: bid, ask: price(bid + quote.ask - quote.bid) }
  }
  return {
    ...feed,
    quote: (id, now) => bent(feed.quote(id, now)),
    quoteById: (id, now) => bent(feed.quoteById(id, now)),
  }
}
