import type { calls } from '@mex/contract/areas.ts'
import type { Handlers } from '@mex/contract/call.ts'
import { present } from '@mex/core/assert.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import { hot, narrow, page, pick, type Chosen, type Source } from '#areas/market/lists.ts'
import type { MarketData } from '#areas/market/market-data.ts'
import { auctionView } from './views.ts'

/** Without a wish the shares that are traded most come first. */
const firstShares = 500

type WatchedKeys = (tx: Tx, userId: number) => Promise<ReadonlySet<string>>

export function auctionHandlers(marketData: MarketData, watchedKeys: WatchedKeys) {
  const { feed, catalogue, views } = marketData
  const nobodyWatches: ReadonlySet<string> = new Set()

  function chosen(source: Source, code: string | undefined, input: Parameters<typeof pick>[2]): Chosen {
    if (code === undefined) return narrow(source, hot(source, 'US', firstShares), input)
    const [instrument] = source.listings.candidates({ code, market: 'US' })
    if (instrument === undefined) return refuse('unknown_instrument', { field: 'stockCode' })
    return pick(source, [instrument], {})
  }

  const calendarOf = ({ session }: Instrument) => present(catalogue.calendars.get(session), `the calendar ${session}`)

  return {
    async shares(input, context) {
      const { db, now, language, person } = context
      const source = marketData.source(now, language)
      const { rows, ...counts } = page(chosen(source, input.code, input), input)
      const watched = person === undefined ? nobodyWatches : await watchedKeys(db, person.userId)
      // Lines of past closes, which no auction needs, take seconds to compute when a server has just started.
      const past = { closes: new Map(), now }
      return {
        ...counts,
        rows: rows.map((row) => {
          const { instrument } = row
          const quote = views.quote(row, { language, watched }, past)
          const share = { key: instrument.key, quote, day: row.day, calendar: calendarOf(instrument), now }
          return auctionView(feed, { ...share, hasPath: input.code !== undefined })
        }),
      }
    },
  } satisfies Handlers<typeof calls.auctions, Context, PersonContext>
}
