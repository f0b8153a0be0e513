import { formatMoney, money, nothing } from '#money/money.ts'
import type { Bookings } from './bookings.ts'

/** Journals as `event at user: account amount …`, credits above zero, and the faults. */
export const shownBookings = ({ journals, faults }: Bookings, spread = nothing): readonly string[] => [
  ...journals(spread).map(
    ({ event, at, user, lines }) =>
      `${event} ${at} ${user}: ${lines.map(({ account, debit, credit }) => `${account} ${formatMoney(money(credit - debit))}`).join(', ')}`,
  ),
  ...faults,
]
