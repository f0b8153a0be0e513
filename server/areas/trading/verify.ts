import { isMarketable, ladder, worksOn } from '@mex/core/execution.ts'
import { greatest, least } from '@mex/core/decimal.ts'
import type { Instrument } from '@mex/core/instrument.ts'
import { formatPrice } from '@mex/core/money.ts'
import { markOf, worth } from '@mex/core/positions.ts'
import type { Quote } from '@mex/core/quote.ts'
import type { Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import { executionsAfter, liquidationsAfter, type StoredExecution, type StoredLiquidation } from './store-verify.ts'

export type FillFinding = { readonly about: string; readonly message: string }

export type FillVerification = {
  readonly feed: Feed
  readonly describe: (key: string, now: number) => Instrument
  readonly now: number
}

const page = 1000

/**
 * Recomputes the price of every fill from the quote that it names (rulebook §15, P2): the same public facts must give
 * the same price, whoever was filled. Answers what differs and how many were looked at.
 */
export async function verifyFills(
  tx: Tx,
  parts: FillVerification,
): Promise<{ readonly checked: number; readonly findings: readonly FillFinding[] }> {
  const findings: FillFinding[] = []
  let checked = 0
  for (let after = 0; ;) {
    const rows = await executionsAfter(tx, after, page)
    for (const row of rows) {
      const message = wrongWithFill(row, parts)
      if (message !== undefined) findings.push({ about: `execution ${row.id} of order ${row.order.id}`, message })
    }
    checked += rows.length
    after = rows.at(-1)?.id ?? 0
    if (rows.length < page) break
  }
  for (const row of await liquidationsAfter(tx)) {
    const message = wrongWithLiquidation(row, parts)
    checked += 1
    if (message !== undefined) findings.push({ about: `liquidation of position ${row.position}`, message })
  }
  return { checked, findings }
}

function quoteOf(id: string, { feed, now }: FillVerification): Quote | undefined {
  return feed.quoteById(id, now)
}

function wrongWithFill(row: StoredExecution, parts: FillVerification): string | undefined {
  const quote = quoteOf(row.quote, parts)
  if (quote === undefined) return `the quote ${row.quote} cannot be made again`
  const { order } = row
  if (quote.key !== order.instrument) return `the quote ${row.quote} is of another instrument`
  if (!worksOn(order, quote)) return 'the order was not working on this quote'
  const instrument = parts.describe(quote.key, quote.exchangeTime)
  const expected = priceByRule(row, quote, instrument, parts.feed)
  if (typeof expected === 'string') return expected
  return expected === row.price ? undefined : `is ${formatPrice(row.price)}, should be ${formatPrice(expected)}`
}

function priceByRule(
  row: StoredExecution,
  quote: Quote,
  instrument: Instrument,
  feed: Feed,
): StoredExecution['price'] | string {
  const { order, rule } = row
  if (rule === 'ladder') {
    const rung = ladder(instrument, quote, order.side).find(({ level }) => level === row.level)
    if (rung === undefined) return `the ladder has no level ${row.level}`
    const from = rung.size * BigInt(row.level)
    const fits = row.earlier >= from && row.earlier + row.quantity <= from + rung.size
    return fits ? rung.price : 'more was taken than the level holds'
  }
  const { limit } = order
  if (limit === undefined || !isMarketable(order.side, limit, quote)) return 'the limit was not reached'
  if (rule === 'opening') {
    if (!quote.opening) return 'the quote opens no session'
    return (order.side === 'buy' ? least(limit, quote.last) : greatest(limit, quote.last)) as typeof limit
  }
  const before = feed.quote(quote.key, quote.exchangeTime - 1)
  const rested = before !== undefined && worksOn(order, before) && !isMarketable(order.side, limit, before)
  return rested ? limit : 'the order was not resting at its limit'
}

function wrongWithLiquidation(row: StoredLiquidation, parts: FillVerification): string | undefined {
  const quote = quoteOf(row.quote, parts)
  if (quote === undefined) return `the quote ${row.quote} cannot be made again`
  const expected = worth(parts.describe(quote.key, quote.exchangeTime), markOf(row.direction, quote), row.quantity)
  return expected === row.exit ? undefined : 'was not at the exit side of its quote'
}
