import { assert } from '@mex/core/assert.ts'
import { isUserAccount, type UserAccount } from '@mex/core/ledger/accounts.ts'
import { change, openBalances, type Balance, type LoadedBalances, type Journal } from '@mex/core/ledger/ledger.ts'
import { addMoney, money, nothing, type Money } from '@mex/core/money/money.ts'
import { stillUnsettled, type Unsettled } from '@mex/core/wallet/settlement.ts'
import type { WalletUnsettled } from '@mex/core/trading/trading.ts'
import type { Holdings, Wallet } from '@mex/core/wallet/wallets.ts'
import type { Tx } from '#db/sql.ts'
import { balancesOf, insertJournals, journalBlock, replaceUnsettled, saveBalances, unsettledOf } from './store.ts'

/** For each loaded `Balances`: the wallets whose balances were read (undefined: all), and whether it was saved. */
const opened = new WeakMap<LoadedBalances, { readonly wallets: readonly Wallet[] | undefined; saved: boolean }>()

/**
 * Loads the balances of users whose rows are locked (db/lane.ts), to post journals on them. With `wallets` only those
 * wallets are read: no other wallet may be asked for, and `savePostings` throws if one was changed.
 */
export async function loadBalances(
  tx: Tx,
  users: readonly number[],
  wallets?: readonly Wallet[],
): Promise<LoadedBalances> {
  const loaded = openBalances(users, await balancesOf(tx, [...new Set(users)], wallets))
  opened.set(loaded, { wallets, saved: false })
  return loaded
}

export type SavedPostings = {
  /** Ids of the journals that are new, by event key. */
  readonly journalIds: ReadonlyMap<string, number>
  /** Event keys that were in the ledger before: these journals were not posted again. */
  readonly repeated: ReadonlySet<string>
}

/**
 * Saves everything that was posted, once: journals, lines, bills and final balances (design §4). A journal whose event
 * key is in the ledger already changes nothing and is in `repeated`.
 */
export async function savePostings(tx: Tx, loaded: LoadedBalances): Promise<SavedPostings> {
  const state = opened.get(loaded)
  assert(state !== undefined && !state.saved, 'balances are loaded from the database and saved once')
  state.saved = true
  const { journals } = loaded
  const balances = loaded.changed()
  const strange = balances.find(({ wallet }) => state.wallets !== undefined && !state.wallets.includes(wallet))
  assert(strange === undefined, `the balances of ${strange?.wallet ?? 'every wallet'} are loaded`)
  const journalIds = new Map<string, number>()
  const repeated = new Set<string>()
  const undone: Journal[] = []
  for (let start = 0; start < journals.length; start += journalBlock) {
    const block = journals.slice(start, start + journalBlock)
    const inserted = await insertJournals(tx, block, start === 0 ? balances : [])
    for (const [key, id] of inserted) journalIds.set(key, id)
    const left = new Set(inserted.keys())
    for (const entry of block) {
      if (left.delete(entry.key)) continue
      repeated.add(entry.key)
      undone.push(entry)
    }
  }
  if (undone.length > 0) await saveBalances(tx, without(balances, undone))
  return { journalIds, repeated }
}

/** The balances without the journals that were not posted. */
function without(balances: readonly Balance[], undone: readonly Journal[]): readonly Balance[] {
  const name = (user: number | undefined, account: UserAccount, wallet: Wallet | undefined): string =>
    `${user ?? ''} ${account} ${wallet ?? ''}`
  const changes = new Map<string, Money>()
  for (const entry of undone) {
    for (const line of entry.lines) {
      if (!isUserAccount(line.account)) continue
      const place = name(entry.user, line.account, line.wallet)
      changes.set(place, addMoney(changes.get(place) ?? nothing, change(line)))
    }
  }
  return balances.map((row) => {
    return { ...row, amount: money(row.amount - (changes.get(name(row.user, row.account, row.wallet)) ?? nothing)) }
  })
}

/**
 * The stored unsettled proceeds of some users (rulebook §10.4), oldest first, also those whose release date has come,
 * which are void. A wallet without proceeds has no entry.
 */
export async function loadUnsettledRows(tx: Tx, users: readonly number[]): Promise<readonly WalletUnsettled[]> {
  const groups = Map.groupBy(await unsettledOf(tx, [...new Set(users)]), ({ user, wallet }) => `${user} ${wallet}`)
  return [...groups.values()].flatMap((rows) => {
    const first = rows[0]
    return first === undefined ? [] : [{ user: first.user, wallet: first.wallet, rows }]
  })
}

/** The unsettled proceeds of some users at an instant (epoch milliseconds), by user and wallet. */
export async function loadUnsettled(tx: Tx, users: readonly number[]) {
  const stored = await loadUnsettledRows(tx, users)
  return (user: number, wallet: Wallet, at: number): readonly Unsettled[] =>
    stillUnsettled(stored.find((row) => row.user === user && row.wallet === wallet)?.rows ?? [], wallet, at)
}

/** Replaces the unsettled proceeds of these wallets. */
export async function saveUnsettledRows(tx: Tx, wallets: readonly WalletUnsettled[]): Promise<void> {
  if (wallets.length === 0) return
  const rows = wallets.flatMap(({ user, wallet, rows: own }) => own.map((row) => ({ ...row, user, wallet })))
  await replaceUnsettled(tx, wallets, rows)
}

/** The balance of one account of a user, without a lock: for answers, not for decisions. */
export async function balanceOf(tx: Tx, user: number, account: UserAccount, wallet: Wallet): Promise<Money> {
  const rows = await balancesOf(tx, [user], [wallet])
  return rows.find((row) => row.account === account)?.amount ?? nothing
}

/** The balances of one wallet, without a lock: for answers, not for decisions. */
export async function holdingsOf(tx: Tx, user: number, wallet: Wallet): Promise<Holdings> {
  return openBalances([user], await balancesOf(tx, [user], [wallet])).holdings(user, wallet)
}
