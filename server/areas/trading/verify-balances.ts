import { isUserAccount, type UserAccount } from '@mex/core/accounts.ts'
import { change, type Balance } from '@mex/core/ledger.ts'
import { money } from '@mex/core/money.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallets.ts'
import type { StoredJournal } from '#areas/ledger/actions.ts'

/** A person's balances as the lines of their journals add up to. */
export type Balances = {
  /** Before a journal, by its id; after the newest without one. */
  before(user: number, journal: number | undefined): readonly Balance[]
}

export function openBalances(journals: readonly StoredJournal[]): Balances {
  let amounts = new Map<string, { account: UserAccount; wallet: Wallet; amount: bigint }>()
  let next = 0

  function add({ entry }: StoredJournal): void {
    for (const line of entry.lines) {
      if (line.wallet === undefined || !isUserAccount(line.account)) continue
      const name = `${line.account} ${line.wallet}`
      const row = amounts.get(name) ?? { account: line.account, wallet: line.wallet, amount: 0n }
      amounts.set(name, { ...row, amount: row.amount + change(line) })
    }
  }

  return {
    before(user, journal = Infinity) {
      // Instants of two instruments may overlap: then it begins again.
      if (next > 0 && (journals[next - 1]?.id ?? 0) >= journal) {
        amounts = new Map()
        next = 0
      }
      for (let found = journals[next]; found !== undefined && found.id < journal; found = journals[next]) {
        add(found)
        next += 1
      }
      return Array.from(amounts.values(), ({ account, wallet, amount }) => {
        return { user, account, wallet, currency: walletCurrency[wallet], amount: money(amount) }
      })
    },
  }
}
