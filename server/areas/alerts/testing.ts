import assert from 'node:assert/strict'
import type { calls } from '@mex/contract/areas.ts'
import type { Input } from '@mex/contract/call.ts'
import { messageText } from '@mex/contract/messages.ts'
import { present } from '@mex/core/assert.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { tickUp } from '@mex/core/market/ticks.ts'
import { price, type Price } from '@mex/core/money/money.ts'
import { openMarketData } from '#areas/market/market-data.ts'
import { messagesOf } from '#areas/content/store-messages.ts'
import { addUser, personal, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import type { Database } from '#db/sql.ts'
import { openBarsHere } from '#feeds/bars/testing.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { describer } from '#market-source.ts'
import type { AlertDevices } from './devices.ts'
import { handlers } from './handlers.ts'
import { openAlerts } from './watch.ts'
import { freshQuotes } from '#feeds/ticker-testing.ts'

/** Alerts on a market of a known seed. */

export const traditional = (simplified: string): string => `〔${simplified}〕`
const catalogue = openCatalogue()
export const feed = openSimulatedFeed({
  keys: openDaySecrets(Buffer.from('alerts-test'), modelVersion),
  catalogue,
  practiceHours: true,
})
const bars = openBarsHere(feed)
export const market = openMarketData({ feed, bars, catalogue, hours: 'practice', traditional, isHalted: () => false })
export const describe = describer(feed, catalogue)
/** The server's alerts and calls; a second one on the same database is the server after a restart. */
export function openServer(database: Database, devices?: AlertDevices) {
  const errors: unknown[] = []
  const alerts = openAlerts({
    db: database,
    feed,
    describe,
    dayOf: (instrument, at) => market.board.row(describe(instrument, at), at)?.day,
    wake: () => undefined,
    tell: (told) => void devices?.tell(told),
    onError: (error) => void errors.push(error),
  })
  const call = handlers({ alerts, market, traditional, describe })
  const tick = async (...quotes: Quote[]): Promise<void> => {
    const now = Math.max(...quotes.map(({ venueTime }) => venueTime))
    await alerts.listener.tick(now, freshQuotes(...quotes))
  }
  return { alerts, call, tick, errors }
}

export const key = 'US:AAPL'
const now = feed.quote(key, start)
assert.ok(now !== undefined)
export const last = now.last
export const apple = present(feed.instruments(start).get(key), 'Apple')
/** The present price and some percent of it, on the grid. */
export const priceAt = (percentMore: bigint): Price => tickUp(apple.ticks, price((last * (100n + percentMore)) / 100n))
/** A quote of a test: the feed's own, with another last price. */
export function quoteAt(price: Price, seconds = 1, changed: Partial<Quote> = {}): Quote {
  const quote = present(feed.quote(key, start + seconds * 1000), 'a quote')
  return { ...quote, venueTime: start + seconds * 1000, last: price, ...changed }
}

export type Create = Input<typeof calls.alerts.create>
export const above: Create = {
  code: 'AAPL',
  market: 'US',
  kind: 'above',
  level: priceAt(2n),
  repeats: false,
  inPracticeHours: false,
}
export const person = async (db: Database): Promise<PersonContext> => personal(await addUser(db), { db, feed })
export const inbox = async ({ db, person: { userId } }: PersonContext) => {
  const page = { limit: 50, offset: 0 }
  const rows = await messagesOf(db, userId, { type: 'ALERT', isRead: undefined }, page)
  return rows.map(({ kind, values, referenceType, referenceId }) => ({
    text: messageText(kind, values, 'en').content,
    reference: `${referenceType} ${referenceId}`,
  }))
}
export const told = async (context: PersonContext): Promise<number> => (await inbox(context)).length
