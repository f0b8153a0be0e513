import { eventNumber, isUserAccount, userAccounts, type Account, type EventCode, type UserAccount } from './accounts.ts'
import { assert, present } from '#assert.ts'
import { addMoney, formatMoney, money, nothing, type Money, type WalletCurrency } from '#money/money.ts'
import { walletCurrency, type Holdings, type Wallet } from '#wallet/wallets.ts'

/** One side of a journal. Exactly one of debit and credit is above zero; only a user's accounts have a wallet. */
export type Line = {
  readonly account: Account
  readonly wallet: Wallet | undefined
  readonly currency: WalletCurrency
  readonly debit: Money
  readonly credit: Money
}

/** The row that a journal is about: its type and id. */
export type Reference = {
  readonly type:
    | 'user'
    | 'transfer'
    | 'deposit'
    | 'withdrawal'
    | 'order'
    | 'position'
    | 'margin_addition'
    | 'application'
    | 'bond'
    | 'follow'
    | 'robot'
    | 'product'
    | 'operator'
    | 'market'
    | 'journal'
  readonly id: number
}

export type JournalHead = {
  readonly event: EventCode
  /** Globally unique: event, row and period (rulebook §0.4). */
  readonly key: string
  /** The owner of the user accounts in its lines. */
  readonly user: number | undefined
  /** Epoch milliseconds. */
  readonly at: number
  readonly reference: Reference
  readonly memo: string | undefined
}

/** A journal entry: lines that balance per currency (rulebook §8.1). Only a NOTE has none. */
export type Journal = JournalHead & { readonly lines: readonly Line[] }

/** The unique key of an event (rulebook §0.4): eventKey('E31', 17, 'q9') → 'E31:17:q9'. */
export const eventKey = (event: EventCode, id: number, period: string): string => `${event}:${id}:${period}`

/** The user and the time (epoch milliseconds) of an event. */
export type Occasion = { readonly user: number; readonly at: number }

/** The head of a journal about one row: its key is the event, the row and the period. */
export const headOf = (
  occasion: Occasion,
  event: JournalHead['event'],
  reference: JournalHead['reference'],
  period: string,
): JournalHead => ({
  event,
  key: eventKey(event, reference.id, period),
  user: occasion.user,
  at: occasion.at,
  reference,
  memo: undefined,
})

/** Debit line of a wallet's or a system account. A negative amount becomes a credit. */
export function debit(account: UserAccount, wallet: Wallet, amount: Money): Line
export function debit(account: Exclude<Account, UserAccount>, currency: WalletCurrency, amount: Money): Line
export function debit(account: Account, where: Wallet | WalletCurrency, amount: Money): Line {
  return side(account, where, money(0n - amount))
}

/** Credit line of a wallet's or a system account. A negative amount becomes a debit. */
export function credit(account: UserAccount, wallet: Wallet, amount: Money): Line
export function credit(account: Exclude<Account, UserAccount>, currency: WalletCurrency, amount: Money): Line
export function credit(account: Account, where: Wallet | WalletCurrency, amount: Money): Line {
  return side(account, where, amount)
}

function side(account: Account, where: Wallet | WalletCurrency, signed: Money): Line {
  const wallet = isUserAccount(account) ? (where as Wallet) : undefined
  const currency = wallet === undefined ? (where as WalletCurrency) : walletCurrency[wallet]
  const debited = money(signed < 0n ? 0n - signed : 0n)
  return { account, wallet, currency, debit: debited, credit: money(signed + debited) }
}

/** Credit − debit: by how much the line raises an account of the user. */
export const change = (line: Line): Money => money(line.credit - line.debit)

/**
 * A journal of these lines; lines of zero are omitted. Throws if the lines do not balance in each currency. When no
 * line is left no money moved, and `post` drops the journal.
 */
export function journal(head: JournalHead, lines: readonly Line[]): Journal {
  const kept = lines.filter((line) => line.debit !== 0n || line.credit !== 0n)
  const sums = new Map<WalletCurrency, bigint>()
  for (const line of kept) {
    assert(line.wallet === undefined || head.user !== undefined, `${head.key} names the user of its wallets`)
    sums.set(line.currency, (sums.get(line.currency) ?? 0n) + change(line))
  }
  for (const [currency, sum] of sums) assert(sum === 0n, `${head.key} balances in ${currency}`)
  return { ...head, lines: kept }
}

/** The text of a journal that the hash chain covers (rulebook §8.1): fixed order of fields, amounts as decimals. */
export function canonical(entry: Journal): string {
  return JSON.stringify({
    event: entry.event,
    key: entry.key,
    user: entry.user ?? null,
    at: entry.at,
    reference: [entry.reference.type, entry.reference.id],
    memo: entry.memo ?? null,
    lines: entry.lines.map((line) => [
      line.account,
      line.wallet ?? null,
      line.currency,
      formatMoney(line.debit),
      formatMoney(line.credit),
    ]),
  })
}

/** One row of a user's transaction history. */
export type Bill = {
  readonly user: number
  readonly wallet: Wallet
  readonly currency: WalletCurrency
  /** Signed. */
  readonly amount: Money
  /** `billType`: the number of the event code. */
  readonly number: number
  readonly event: EventCode
}

const billed: ReadonlySet<Account> = new Set<Account>(['U.AVAIL', 'U.ORDER', 'U.SUBSCR', 'U.WDRAW'])

/**
 * The bill rows of a journal, one per wallet that it changes (rulebook §8.4): the change of free, reserved, applied
 * and withdrawn money together, so that a reservation and its release leave no row. Money in transit is not included,
 * so that a transfer and its cancel are rows.
 */
export function billsOf(entry: Journal): readonly Bill[] {
  const { event, user } = entry
  if (user === undefined) return []
  const amounts = new Map<Wallet, Money>()
  for (const line of entry.lines) {
    if (line.wallet === undefined || !billed.has(line.account)) continue
    amounts.set(line.wallet, addMoney(amounts.get(line.wallet) ?? nothing, change(line)))
  }
  return [...amounts]
    .filter(([, amount]) => amount !== 0n)
    .map(([wallet, amount]) => {
      return { user, wallet, currency: walletCurrency[wallet], amount, number: eventNumber(event), event }
    })
}

/** The materialised sum of one account of a user. */
export type Balance = {
  readonly user: number
  readonly account: UserAccount
  readonly wallet: Wallet
  readonly currency: WalletCurrency
  readonly amount: Money
}

/**
 * The balances of some users while a list of commands is decided: each journal is posted on top of the ones before
 * it (design §4). The object is mutable.
 */
export type LoadedBalances = {
  balance(user: number, account: UserAccount, wallet: Wallet): Money
  available(user: number, wallet: Wallet): Money
  holdings(user: number, wallet: Wallet): Holdings
  /** Posts, and asserts that no account of a user falls below zero. A journal without lines is not kept. */
  post(entry: Journal): void
  /** The posted journals, in order. */
  readonly journals: readonly Journal[]
  /** Final value of every balance that a journal touched, once each, to be saved. */
  changed(): readonly Balance[]
}

/** Opens the balances of `users`; every balance row that they have must be among `balances`, a missing one is zero. */
export function openBalances(users: Iterable<number>, balances: Iterable<Balance>): LoadedBalances {
  const known = new Set(users)
  const amounts = new Map<string, Money>()
  const touched = new Map<string, Omit<Balance, 'amount'>>()
  const journals: Journal[] = []
  const name = (user: number, account: UserAccount, wallet: Wallet): string => `${user} ${account} ${wallet}`
  for (const row of balances) amounts.set(name(row.user, row.account, row.wallet), row.amount)

  const balance = (user: number, account: UserAccount, wallet: Wallet): Money => {
    assert(known.has(user), `the balances of user ${user} are loaded`)
    return amounts.get(name(user, account, wallet)) ?? nothing
  }
  const move = (user: number, account: UserAccount, wallet: Wallet, by: Money, key: string): void => {
    const after = addMoney(balance(user, account, wallet), by)
    const row = name(user, account, wallet)
    assert(after >= 0n, `${key} leaves ${account} of ${wallet} at or above zero`)
    amounts.set(row, after)
    if (!touched.has(row)) touched.set(row, { user, account, wallet, currency: walletCurrency[wallet] })
  }
  const post = (entry: Journal): void => {
    if (entry.lines.length === 0 && entry.event !== 'NOTE') return
    for (const line of netByAccount(entry))
      move(present(entry.user, 'user'), line.account, line.wallet, line.by, entry.key)
    journals.push(entry)
  }
  const holdings = (user: number, wallet: Wallet): Holdings => {
    const [available, order, margin, subscription, withdrawal, transfer, product] = userAccounts.map((account) =>
      balance(user, account, wallet),
    ) as [Money, Money, Money, Money, Money, Money, Money]
    return { available, order, margin, subscription, withdrawal, transfer, product }
  }
  return {
    balance,
    available: (user, wallet) => balance(user, 'U.AVAIL', wallet),
    holdings,
    post,
    journals,
    changed: () => [...touched].map(([row, key]) => ({ ...key, amount: amounts.get(row) ?? nothing })),
  }
}

/** The lines of users' accounts, summed per account: only the sum must not overdraw. */
function netByAccount(entry: Journal): readonly { account: UserAccount; wallet: Wallet; by: Money }[] {
  const sums = new Map<string, { account: UserAccount; wallet: Wallet; by: Money }>()
  for (const line of entry.lines) {
    if (line.wallet === undefined || !isUserAccount(line.account)) continue
    const name = `${line.account} ${line.wallet}`
    const before = sums.get(name)?.by ?? nothing
    sums.set(name, { account: line.account, wallet: line.wallet, by: addMoney(before, change(line)) })
  }
  return [...sums.values()]
}
