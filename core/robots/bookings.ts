import type { Bookings } from '#ledger/bookings.ts'
import { robotRedeemed, robotRented } from './postings.ts'
import { isRedeemed, type Rental } from './rental.ts'

/**
 * The journals of the two ends of a rental (rulebook §26.2, E80, E84, E85), and what contradicts its row. Those between are
 * recomputed tick by tick by the check of robots.
 */
export function bookingsOfRental(rental: Rental): Bookings {
  const { redemption, redeemedAt, status, turnsAt, base } = rental
  const faults = [
    ...(isRedeemed(rental) && redemption === undefined ? ['is redeemed without a redemption'] : []),
    ...(status === 'mining' && base === undefined ? ['mines without a start'] : []),
    ...((turnsAt !== undefined) === ['finding', 'locating', 'starting'].includes(status) || redemption !== undefined
      ? []
      : ['has a status that its next change contradicts']),
  ]
  const ends =
    redemption === undefined || redeemedAt === undefined ? [] : [robotRedeemed(rental, redemption, redeemedAt)]
  return { journals: () => [robotRented(rental), ...ends], faults }
}
