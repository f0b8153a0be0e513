import { conversionAgain, differs, rateFaults, type Bookings } from '#ledger/bookings.ts'
import type { Journal } from '#ledger/ledger.ts'
import { nothing } from '#money/money.ts'
import { transferCancelled, transferConverted, transferSettled, transferSubmitted } from './postings.ts'
import type { Transfer } from './transfer.ts'
import { walletCurrency } from './wallets.ts'

/** The journals of a transfer (rulebook §11, E20 to E23). */
export function bookingsOfTransfer(transfer: Transfer): Bookings {
  const { id, user, from, to, amount, status, submittedAt, endedAt } = transfer
  const submitted = transferSubmitted({ user, at: submittedAt }, id, from, amount)
  const only = (last: Journal | undefined, ...faults: readonly string[]): Bookings => ({
    journals: () => (last === undefined ? [submitted] : [submitted, last]),
    faults,
  })
  if (status === 'moving')
    return only(undefined, ...unsettled(transfer), ...(endedAt === undefined ? [] : ['has ended']))
  if (endedAt === undefined) return only(undefined, 'has no end')
  const occasion = { user, at: endedAt }
  if (status === 'cancelled') return only(transferCancelled(occasion, id, from, amount), ...unsettled(transfer))
  const [paid, got] = [walletCurrency[from], walletCurrency[to]]
  if (paid === got) {
    const faults = [...differs('settled amount', transfer.received, amount), ...rateFaults(transfer.rate, false)]
    return only(transferSettled(occasion, id, from, to, amount), ...faults)
  }
  const again = conversionAgain(amount, paid, got, transfer.rate)
  if (again === undefined) return only(undefined, ...rateFaults(transfer.rate, true))
  return {
    journals: (spread) => [submitted, transferConverted(occasion, id, from, to, again(spread))],
    faults: differs('settled amount', transfer.received, again(nothing).received),
  }
}

const unsettled = ({ received, rate }: Transfer): readonly string[] => [
  ...differs('settled amount', received, undefined),
  ...rateFaults(rate, false),
]
