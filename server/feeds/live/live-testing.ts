import { present } from '@mex/core/assert.ts'
import type { CorporateAction } from '@mex/core/market/corporate-actions.ts'
import type { QuoteFault } from '@mex/core/market/source-quote.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { Feed } from '#feeds/feed.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { arrivalsOf } from './arrivals.ts'
import { openKnownActions } from './known-actions.ts'
import { followedBySymbol } from './listed.ts'
import { openLiveFeed } from './live-feed.ts'
import { readQuotes, type SourceAnswer } from './shapes.ts'
import { saidQuote } from './source-testing.ts'
import { openTape, type Tape } from './tape.ts'

const catalogue = openCatalogue()
const keys = openDaySecrets(Buffer.from('live-test'), modelVersion)
const currencies: readonly (readonly [RegExp, string])[] = [
  [/\.HK$/, 'HKD'],
  [/\.MX$|^MXN=X$/, 'MXN'],
  [/^HKD=X$/, 'HKD'],
]

/** What the source says of a symbol: a price that was made at an instant, with bid and ask a cent around it. */
export function said(symbol: string, price: number, madeAt: number, more: Said = {}): SourceAnswer {
  const [bid, ask] = [price - 0.01, price + 0.01]
  const currency = currencies.find(([pattern]) => pattern.test(symbol))?.[1] ?? 'USD'
  const made = { currency, regularMarketPrice: price, regularMarketTime: Math.floor(madeAt / 1000), bid, ask, ...more }
  const [answer] = readQuotes({ quoteResponse: { result: [saidQuote(symbol, made)] } })
  return present(answer, 'an answer that can be read')
}
type Said = Readonly<Record<string, unknown>>

/** A feed of quotes that a test puts on its tape. */
export function openTestFeed(known: readonly CorporateAction[] = []) {
  const actions = openKnownActions()
  const tape = openTape()
  const of = (key: string): readonly CorporateAction[] => [...known, ...actions.of(key)]
  return { catalogue, tape, actions, feed: openLiveFeed({ tape, catalogue, keys, actions: of }) }
}

/** A live market whose source says what a test wants. */
export type LiveTest = {
  readonly feed: Feed
  readonly tape: Tape
  readonly actions: CorporateAction[]
  /** The shares that somebody holds, of whose day nothing is known. */
  readonly held: Set<string>
  /** The source says a price, which comes into force `later` seconds after it was made. Returns why nothing of it was taken over. */
  say(symbol: string, price: number, madeAt: number, more?: Said & { readonly later?: number }): QuoteFault | undefined
}

export function openLiveTest(): LiveTest {
  const actions: CorporateAction[] = []
  const held = new Set<string>()
  const { tape, feed } = openTestFeed(actions)
  return {
    feed,
    tape,
    actions,
    held,
    say(symbol, price, madeAt, { later = 5, ...more } = {}) {
      const receivedAt = madeAt + later * 1000
      const followed = followedBySymbol(catalogue, receivedAt)
      const facts = {
        followed,
        calendars: catalogue.calendars,
        tape,
        actions: () => actions,
        isUnknown: (key: string) => held.has(key),
        receivedAt,
      }
      const { quotes, faults } = arrivalsOf([said(symbol, price, madeAt, more)], [symbol], facts)
      tape.add(quotes)
      return faults[0]?.fault
    },
  }
}

/** The quote in force, which the test knows to exist. */
export const quoteAt = (feed: Feed, key: string, now: number) => present(feed.quote(key, now), `a quote of ${key}`)
