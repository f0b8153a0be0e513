import { differs, type Bookings } from '#ledger/bookings.ts'
import { feeOf } from './campaign.ts'
import { isOver, type FollowOrder } from './order.ts'
import { followConfirmed, followPlaced, followRefunded, followSettled } from './postings.ts'

/** The journals of an order in its state (rulebook §25.2, E70 to E74), and what contradicts itself in its row. */
export function bookingsOfOrder(order: FollowOrder): Bookings {
  const { id, user, amount, status, placedAt, confirmedAt, open, value, fee, finishedAt } = order
  const isUsed = status !== 'waiting' && status !== 'refunded'
  const hasValue = status === 'ended' || status === 'settled'
  const faults = [
    ...(isUsed === (open !== undefined) && isUsed === (confirmedAt !== undefined)
      ? []
      : ['has a state that its opening contradicts']),
    ...(hasValue === (value !== undefined) ? [] : ['has a state that its value contradicts']),
    ...(isOver(order) === (finishedAt !== undefined) ? [] : ['has a state that its end contradicts']),
    ...(value === undefined ? [] : differs('performance fee', fee, feeOf(amount, value))),
  ]
  const journals = [
    followPlaced({ user, at: placedAt }, id, amount),
    ...(confirmedAt === undefined ? [] : [followConfirmed({ user, at: confirmedAt }, id, amount)]),
    ...(status === 'refunded' && finishedAt !== undefined
      ? [followRefunded({ user, at: finishedAt }, id, amount)]
      : []),
    ...(status === 'settled' && finishedAt !== undefined && value !== undefined && fee !== undefined
      ? [followSettled({ user, at: finishedAt }, id, { amount, value, fee })]
      : []),
  ]
  return { journals: () => journals, faults }
}
