import { publishedRate } from '#money/conversion.ts'
import { formatMoney, money, nothing, rateOf } from '#money/money.ts'
import type { Bookings } from './bookings.ts'

/** 18.354 and 18.446 around 18.40: 1000.00 USD become 18,354.00 MXN, 46.00 below the mid (rulebook §7.2). */
export const published = publishedRate({ base: 'USD', quote: 'MXN' }, rateOf('18.40'))
/** A rate that cannot have been published at that mid. */
export const never = rateOf('18.35401')

/** Journals as `event at user: account amount …`, credits above zero, and the faults. */
export const shownBookings = ({ journals, faults }: Bookings, spread = nothing): readonly string[] => [
  ...journals(spread).map(
    ({ event, at, user, lines }) =>
      `${event} ${at} ${user}: ${lines.map(({ account, debit, credit }) => `${account} ${formatMoney(money(credit - debit))}`).join(', ')}`,
  ),
  ...faults,
]
