import type { Money } from '@mex/core/money.ts'
import { addUnsettled, consumeUnsettled, type Unsettled } from '@mex/core/settlement.ts'
import type { Wallet } from '@mex/core/wallets.ts'
import type { UnsettledRow } from './store.ts'

/**
 * The unsettled proceeds of some users while a list of commands is decided: each command sees what the ones before it
 * left, as with the `Book` of balances.
 */
export type UnsettledBook = {
  rows(user: number, wallet: Wallet): readonly Unsettled[]
  /** Proceeds of a sale; nothing when the amount is not above zero. `releaseDate` is YYYY-MM-DD of the market. */
  add(user: number, wallet: Wallet, amount: Money, releaseDate: string): void
  /** Money of the wallet was used up by a fill, a loss or a fee: unsettled money first, the oldest of it first. */
  consume(user: number, wallet: Wallet, amount: Money): void
  /** Where rows have changed, and all rows that these places have now. */
  changed(): { readonly places: readonly { user: number; wallet: Wallet }[]; readonly rows: readonly UnsettledRow[] }
}

export function openUnsettled(stored: readonly UnsettledRow[]): UnsettledBook {
  const rows = new Map<string, readonly Unsettled[]>()
  const touched = new Map<string, { user: number; wallet: Wallet }>()
  const name = (user: number, wallet: Wallet): string => `${user} ${wallet}`
  for (const [place, group] of Map.groupBy(stored, (row) => name(row.user, row.wallet))) rows.set(place, group)

  const of = (user: number, wallet: Wallet): readonly Unsettled[] => rows.get(name(user, wallet)) ?? []
  const set = (user: number, wallet: Wallet, next: readonly Unsettled[]): void => {
    rows.set(name(user, wallet), next)
    touched.set(name(user, wallet), { user, wallet })
  }
  return {
    rows: of,
    add(user, wallet, amount, releaseDate) {
      if (amount > 0n) set(user, wallet, addUnsettled(of(user, wallet), amount, releaseDate))
    },
    consume(user, wallet, amount) {
      if (of(user, wallet).length > 0) set(user, wallet, consumeUnsettled(of(user, wallet), amount))
    },
    changed: () => ({
      places: [...touched.values()],
      rows: [...touched.values()].flatMap(({ user, wallet }) =>
        of(user, wallet).map(({ releaseDate, amount }) => ({ user, wallet, releaseDate, amount })),
      ),
    }),
  }
}
