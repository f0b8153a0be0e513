import { isUserAccount, type UserAccount } from '@mex/core/ledger/accounts.ts'
import { change, type Balance } from '@mex/core/ledger/ledger.ts'
import { money } from '@mex/core/money/money.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'
import type { StoredJournal } from '#areas/ledger/store-chain-links.ts'

/** The balances of a user, summed from the lines of their journals. */
export type Balances = {
  /** Before a journal, by its id; without one as it was asked for last: nothing was posted at that instant. */
  before(user: number, journal: number | undefined): readonly Balance[]
}

export function openBalances(journals: readonly StoredJournal[]): Balances {
  const amounts = new Map<string, { account: UserAccount; wallet: Wallet; amount: bigint }>()
  let next = 0

  function move({ entry }: StoredJournal, sign: 1n | -1n): void {
    for (const line of entry.lines) {
      if (line.wallet === undefined || !isUserAccount(line.account)) continue
      const name = `${line.account} ${line.wallet}`
      const row = amounts.get(name) ?? { account: line.account, wallet: line.wallet, amount: 0n }
      amounts.set(name, { ...row, amount: row.amount + sign * change(line) })
    }
  }

  /** Instants of two instruments may overlap: then it goes back as far as needed. */
  function moveTo(journal: number): void {
    for (let last = journals[next - 1]; last !== undefined && last.id >= journal; last = journals[next - 1]) {
      move(last, -1n)
      next -= 1
    }
    for (let found = journals[next]; found !== undefined && found.id < journal; found = journals[next]) {
      move(found, 1n)
      next += 1
    }
  }

  return {
    before(user, journal) {
      if (journal !== undefined) moveTo(journal)
      return Array.from(amounts.values(), ({ account, wallet, amount }) => {
        return { user, account, wallet, currency: walletCurrency[wallet], amount: money(amount) }
      })
    },
  }
}
