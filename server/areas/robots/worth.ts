import { addMoney, nothing, subtractMoney, type Money } from '@mex/core/money/money.ts'
import { worthBeyond, type Rental } from '@mex/core/robots/rental.ts'
import type { Tx } from '#db/sql.ts'
import type { PastMarket } from '#feeds/past-market.ts'
import { openRentals, rentalsSince, rentSince } from './store.ts'

/** What the robots of a person are worth beyond what their wallet holds, in its currency (rulebook §7.3). */
export const robotAssets = async (tx: Tx, userId: number): Promise<Money> =>
  addMoney(nothing, ...(await openRentals(tx, [userId])).map(worthBeyond))

/** The rentals of a user since an instant, and the rent that was booked as earned since. */
export type PastRentals = {
  readonly rentals: readonly Rental[]
  readonly rent: Awaited<ReturnType<typeof rentSince>>
}

export async function rentalsOfPast(tx: Tx, userId: number, since: number): Promise<PastRentals> {
  const rentals = await rentalsSince(tx, userId, since)
  const ids = rentals.map(({ id }) => id)
  return { rentals, rent: await rentSince(tx, ids, since) }
}

/** What the robots of a user were worth at every instant beyond what their wallet held (rulebook §7.3). */
export function pastRobotAssets({ rentals, rent }: PastRentals, { instants }: Pick<PastMarket, 'instants'>) {
  const earned = Map.groupBy(rent, ({ rental }) => rental)
  return instants.map((at, index) => {
    if (index === instants.length - 1) return addMoney(nothing, ...rentals.map(worthBeyond))
    const then = rentals.flatMap((rental) => rentalBefore(rental, earned.get(rental.id) ?? [], at) ?? [])
    return addMoney(nothing, ...then.map(worthBeyond))
  })
}

/** A rental as far as its worth needs it, just before an instant; undefined before it began, and once it was redeemed. */
function rentalBefore(rental: Rental, rent: PastRentals['rent'], instant: number): Rental | undefined {
  const { createdAt, redemption, redeemedAt, bookedRent } = rental
  if (createdAt >= instant || (redeemedAt !== undefined && redeemedAt < instant)) return undefined
  const later = rent.filter(({ at }) => at >= instant).map(({ amount }) => amount)
  return {
    ...rental,
    bookedRent: subtractMoney(bookedRent, addMoney(nothing, ...later)),
    redemption: redemption === undefined || redemption.at >= instant ? undefined : redemption,
    redeemedAt: undefined,
  }
}
