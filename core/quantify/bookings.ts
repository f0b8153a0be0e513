import { differs, type Bookings } from '#ledger/bookings.ts'
import { feesOf, unitsFor, worthOf, type QuantifyOrder } from './order.ts'
import { quantifySettled, quantifySubscribed } from './postings.ts'

/** The journals of an order (rulebook §25.3, E75 and E76), and what its own figures contradict. */
export function bookingsOfOrder(order: QuantifyOrder): Bookings {
  const { id, user, amount, status, savedAt, start, result, termDays } = order
  const worth = start === undefined || result === undefined ? undefined : worthOf(start.units, result.nav)
  const fees = result === undefined ? undefined : feesOf(amount, result.value, termDays)
  const faults = [
    ...((status === 'waiting') === (start === undefined) ? [] : ['has a status that its start contradicts']),
    ...((status === 'completed') === (result !== undefined) ? [] : ['has a status that its result contradicts']),
    ...(start === undefined || start.units === unitsFor(amount, start.nav) ? [] : ['has the wrong units']),
    ...differs('value', result?.value, worth),
    ...differs('management fee', result?.managementFee, fees?.management),
    ...differs('performance fee', result?.performanceFee, fees?.performance),
  ]
  const journals = [
    quantifySubscribed({ user, at: savedAt }, id, amount),
    ...(result === undefined ? [] : [quantifySettled({ user, at: result.at }, id, amount, result)]),
  ]
  return { journals: () => journals, faults }
}
