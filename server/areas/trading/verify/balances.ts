import { isUserAccount, type UserAccount } from '@mex/core/ledger/accounts.ts'
import { change, type Balance } from '@mex/core/ledger/ledger.ts'
import { least } from '@mex/core/money/decimal.ts'
import { money } from '@mex/core/money/money.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'
import type { StoredJournal } from '#areas/ledger/store-chain-links.ts'

/** The balances of a user, summed from the lines of their journals. */
export type Balances = {
  /** Before a journal, by its id. */
  before(user: number, journal: number): readonly Balance[]
  /**
   * At an instant, epoch milliseconds, at which something was decided that posted nothing. Which journals of the instant
   * came before the decision is unknown, so every wallet has the least free money that it had at the instant.
   */
  leastAt(user: number, at: number): readonly Balance[]
}

type Row = { readonly account: UserAccount; readonly wallet: Wallet; readonly amount: bigint }

export function openBalances(journals: readonly StoredJournal[]): Balances {
  const amounts = new Map<string, Row>()
  let next = 0

  function move({ entry }: StoredJournal, sign: 1n | -1n): void {
    for (const line of entry.lines) {
      if (line.wallet === undefined || !isUserAccount(line.account)) continue
      const name = `${line.account} ${line.wallet}`
      const row = amounts.get(name) ?? { account: line.account, wallet: line.wallet, amount: 0n }
      amounts.set(name, { ...row, amount: row.amount + sign * change(line) })
    }
  }

  /** Adds the journals up to the first that is not before. Instants of two instruments may overlap: it goes back too. */
  function moveTo(isBefore: (journal: StoredJournal) => boolean): void {
    for (let last = journals[next - 1]; last !== undefined && !isBefore(last); last = journals[next - 1]) {
      move(last, -1n)
      next -= 1
    }
    for (let found = journals[next]; found !== undefined && isBefore(found); found = journals[next]) {
      move(found, 1n)
      next += 1
    }
  }

  const balanceOf =
    (user: number) =>
    ({ account, wallet, amount }: Row): Balance => ({
      user,
      account,
      wallet,
      currency: walletCurrency[wallet],
      amount: money(amount),
    })

  return {
    before(user, journal) {
      moveTo(({ id }) => id < journal)
      return [...amounts.values()].map(balanceOf(user))
    },
    leastAt(user, at) {
      moveTo(({ entry }) => entry.at < at)
      const lowest = new Map(amounts)
      while (journals[next]?.entry.at === at) {
        move(journals[next]!, 1n)
        next += 1
        for (const [name, row] of amounts) {
          const before = lowest.get(name)?.amount ?? 0n
          lowest.set(name, row.account === 'U.AVAIL' ? { ...row, amount: least(row.amount, before) } : row)
        }
      }
      return [...lowest.values()].map(balanceOf(user))
    },
  }
}
