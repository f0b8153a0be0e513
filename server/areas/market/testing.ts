import type { Call } from '@mex/contract/call.ts'
import { calls } from '@mex/contract/areas.ts'
import type { Language } from '@mex/contract/language.ts'
import { readRequest } from '@mex/contract/reading.ts'
import { writerOf } from '@mex/contract/write.ts'
import { present } from '@mex/core/assert.ts'
import type { HaltSpan } from '@mex/core/market/instrument-news.ts'
import { isRefusal, Refused } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'
import type { Context, PersonContext } from '#context.ts'
import { connect } from '#db/sql.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openBarsHere } from '#feeds/bars/testing.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { anonymous, personal, start } from '#areas/testing.ts'
import { cryptoHandlers } from './crypto.ts'
import { openMarketData, type MarketData, type MarketDependencies } from './market-data.ts'
import { marketHandlers } from './handlers.ts'

/** Shared by tests of the market: the simulated market of a known secret, and calls in their wire form. */

export const now = start
export const secrets = openDaySecrets(Buffer.from('market tests'), modelVersion)
export const catalogue = openCatalogue()
export const feed = openSimulatedFeed({ keys: secrets, catalogue, practiceHours: true })
export const drawn = { secrets, firstDrawnDay: feed.firstDrawnDay, withKeys: feed.withKeys }

/** Marks converted texts, so that a test sees which ones were. */
export const traditional = (text: string): string => `繁${text}`

const bars = openBarsHere(feed)

export function openTestMarketData(dependencies: Partial<MarketDependencies> = {}) {
  return openMarketData({
    feed,
    bars,
    catalogue,
    hours: 'practice',
    traditional,
    isHalted: () => false,
    ...dependencies,
  })
}

export type Wire = Record<string, unknown>

/** A call without a token needs no database; a statement would fail. */
const nowhere = connect('postgres://nobody@127.0.0.1:1/nothing', 1).db

export type Asker = { readonly at?: number; readonly language?: Language; readonly userId?: number }

type Group = 'market' | 'crypto'
type AnyHandlers = Readonly<Record<string, unknown>>

/** Calls a group of calls as the wire does: input and answer in their wire form, a refusal as its word. */
function openGroup<Named extends AnyHandlers>(group: Group, handlers: Named, marketData: MarketData) {
  return async (name: keyof Named & string, wire: Wire = {}, asker: Asker = {}): Promise<Wire> => {
    const call = present((calls[group] as Readonly<Record<string, Call>>)[name], name)
    const read = readRequest(call.input, wire)
    if (isRefusal(read)) return { refused: read.refused, field: read.field }
    const { at = now, language = 'en', userId } = asker
    const caller = { db: nowhere, feed: marketData.feed, now: at, language }
    const context: Context = userId === undefined ? anonymous(caller) : personal(userId, caller)
    const handler = handlers[name] as (input: unknown, context: PersonContext) => Promise<unknown>
    try {
      const answer = await handler(read.input, context as PersonContext)
      const wire = JSON.parse(JSON.stringify(writerOf(call.output)(answer as never))) as Wire
      // The answer must match the contract.
      z.decode(call.output, wire as never)
      return wire
    } catch (error) {
      if (error instanceof Refused) return { refused: error.refusal.refused, field: error.refusal.field }
      throw error
    }
  }
}

const followedBy = (watched: readonly string[], held: readonly string[]) => ({
  watchedKeys: async () => new Set(watched),
  heldKeys: async () => new Set(held),
  haltsOf: async () => [],
})

/** Calls the market. */
export const openCalls = (
  marketData = openTestMarketData(),
  watched: readonly string[] = [],
  held: readonly string[] = [],
  halts: readonly HaltSpan[] = [],
) =>
  openGroup(
    'market',
    marketHandlers({ marketData, ...followedBy(watched, held), haltsOf: async () => halts }),
    marketData,
  )

/** Calls the coins. */
export const openCoinCalls = (marketData = openTestMarketData(), watched: readonly string[] = []) =>
  openGroup('crypto', cryptoHandlers({ marketData, ...followedBy(watched, []) }), marketData)

export const rowsOf = (answer: Wire): Wire[] => (Array.isArray(answer) ? answer : (answer['rows'] as Wire[]))
export const codesOf = (answer: Wire): unknown[] => rowsOf(answer).map((row) => row['stock_code'])
