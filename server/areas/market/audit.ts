import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { formatQuantity, price, quantity, type Quantity } from '@mex/core/money/money.ts'
import type { FillRule } from '@mex/core/trading/execution.ts'
import type { Side } from '@mex/core/trading/orders.ts'
import { refuse } from '@mex/core/refusal.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { dayNumber, utcDay } from '@mex/core/time-zone.ts'
import { linkAt } from '#areas/ledger/store-chain-links.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import { openAnchors, storedAnchor, type AnchorDependencies } from './anchors.ts'
import { configurationVersions } from './store.ts'

/** Fills at a quote, without their users. Raw units. */
export type FillAtQuote = {
  readonly price: bigint
  readonly side: string
  readonly rule: string
  readonly level: number
  readonly quantity: bigint
}

export type AuditDependencies = AnchorDependencies & {
  readonly fillsAt: (tx: Tx, quoteId: string) => Promise<readonly FillAtQuote[]>
}

const configurationMax = 1000

/** Calls with which anyone can audit the server (specification, calls O). */
export function auditHandlers(dependencies: AuditDependencies) {
  const { feed, fillsAt } = dependencies
  const compose = openAnchors(dependencies)
  return {
    async anchor({ date }, context) {
      const { db, now } = context
      const today = utcDay(now)
      const day = date === undefined ? today : dayNumber(date)
      if (day > today) return refuse('not_found', { field: 'date' })
      return (await storedAnchor(db, day)) ?? compose(db, day, now)
    },
    async seal({ sequence }, { db }) {
      const link = (await linkAt(db, sequence)) ?? refuse('not_found', { field: 'sequence' })
      return { sequence, previous: link.previous.toString('hex'), hash: link.hash.toString('hex') }
    },
    async fills({ quoteId }, { db, now }) {
      const quote = feed.quoteById(quoteId, now) ?? refuse('not_found', { field: 'quoteId' })
      const instrument = present(feed.instruments(quote.venueTime).get(quote.key), quote.key)
      return {
        quoteId,
        market: instrument.market,
        code: instrument.code,
        at: quote.venueTime,
        bid: quote.bid,
        ask: quote.ask,
        bidSize: quote.bidSize,
        askSize: quote.askSize,
        tick: tickAt(instrument.ticks, quote.ask),
        last: quote.last,
        auctionVolume: quote.auctionVolume,
        fills: (await fillsAt(db, quoteId)).map((fill) => ({
          price: price(fill.price),
          side: fill.side as Side,
          rule: fill.rule as FillRule,
          level: fill.level,
          quantityBucket: bucketOf(quantity(fill.quantity)),
        })),
      }
    },
    async configuration(_, { db }) {
      return configurationVersions(db, configurationMax)
    },
  } satisfies Handlers<typeof calls.audit, Context, PersonContext>
}

/** The order of magnitude of a quantity: '10–99' for 25 shares. */
export function bucketOf(amount: Quantity): string {
  const [whole = '0'] = formatQuantity(amount).split('.')
  if (whole === '0') return '0–1'
  const from = 10n ** BigInt(whole.length - 1)
  return `${from}–${from * 10n - 1n}`
}
