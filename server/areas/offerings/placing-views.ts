import type { Placing as PlacingView } from '@mex/contract/offerings/placing-shapes.ts'
import { textIn } from '@mex/contract/text.ts'
import { marketRules } from '@mex/core/market/products.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { lotsMax, sharesOf } from '@mex/core/offerings/new-issue.ts'
import { phaseOf } from '@mex/core/offerings/offer.ts'
import type { Placing } from '@mex/core/offerings/placing.ts'
import { lotsAsked } from '@mex/core/offerings/pools.ts'
import { isoDate, localDay } from '@mex/core/time-zone.ts'
import { subscriptionOf, timesCovered, type IssueFacts } from './views.ts'

/** A placing as lists and its page show it. */
export function placingView(placing: Placing, facts: IssueFacts): PlacingView {
  const { now, naming, application, conversionRate, commitment, seed } = facts
  const { id, code, venue, market, currency, high: price, lastClose, discount, ticks, lot, totalShares } = placing
  const { prefunded, feeRate, publishedAt, startsAt, endsAt, allotsAt, unlocksAt, lockDays, book, bookHash } = placing
  return {
    id,
    code,
    name: textIn(placing.name, naming.language, naming.traditional),
    venue,
    market,
    classify: marketRules[market].classify,
    currency,
    price,
    lastClose,
    discount,
    tick: tickAt(ticks, price),
    lot,
    least: lot,
    most: sharesOf(placing, lotsMax(placing)),
    totalShares,
    prefunded,
    feeRate,
    conversionRate,
    publishedAt,
    startsAt,
    endsAt,
    purchaseEndsAt: endsAt,
    allotsAt,
    unlocksAt,
    listDate: isoDate(localDay(placing.zone, unlocksAt)),
    lockDays,
    phase: phaseOf(placing, now),
    subscription: subscriptionOf(placing, application, now),
    lotsAsked: lotsAsked(book),
    timesCovered: timesCovered(placing),
    bookHash,
    commitment,
    seed,
  }
}
