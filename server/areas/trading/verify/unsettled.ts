import type { EventCode } from '@mex/core/ledger/accounts.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { billsOf, type Journal } from '@mex/core/ledger/ledger.ts'
import { formatMoney, money, type Money } from '@mex/core/money/money.ts'
import { addUnsettled, consumeUnsettled, stillUnsettled, type Unsettled } from '@mex/core/wallet/settlement.ts'
import { wallets, type Wallet } from '@mex/core/wallet/wallets.ts'
import type { StoredJournal } from '#areas/ledger/store-chain-links.ts'
import type { Timetable } from '#areas/trading/timetable.ts'
import type { FillFinding } from './findings.ts'

export type UnsettledFacts = {
  readonly user: number
  readonly describe: (key: string, now: number) => Instrument
  readonly timetable: Timetable
  /** In what each row that a journal may be about is traded: 'order 7' → 'US:AAPL'. */
  readonly instruments: ReadonlyMap<string, string>
  readonly stored: ReadonlyMap<Wallet, readonly Unsettled[]>
  /** No row that is released until then (epoch milliseconds) is looked at: it may be deleted while the check reads. */
  readonly until: number
}

/**
 * Fills, margin additions, closings, charges of nights, dividends paid and purchases of bonds use up unsettled proceeds; a closing by the user or
 * a liquidation may add more.
 */
const uses: ReadonlySet<EventCode> = new Set(['E31', 'E33', 'E34', 'E35', 'E36', 'E39', 'E40', 'E41', 'E60'])
const brings: ReadonlySet<EventCode> = new Set(['E34', 'E35'])
/** A closed account and a reset practice have no unsettled proceeds (rulebook §10.4). */
const ends: ReadonlySet<EventCode> = new Set(['E92', 'E93'])

/**
 * Computes the unsettled proceeds from a user's journals in posting order (rulebook §10.4) and compares them with the
 * rows.
 */
export function wrongUnsettled(journals: readonly StoredJournal[], facts: UnsettledFacts): readonly FillFinding[] {
  const left = new Map<Wallet, readonly Unsettled[]>()
  for (const { entry } of journals) {
    if (ends.has(entry.event)) left.clear()
    if (!uses.has(entry.event)) continue
    for (const { wallet, amount } of billsOf(entry)) {
      const before = stillUnsettled(left.get(wallet) ?? [], wallet, entry.at)
      left.set(wallet, amount < 0n ? consumeUnsettled(before, money(0n - amount)) : bring(before, amount, entry, facts))
    }
  }
  return wallets.flatMap((wallet) => differences(wallet, left.get(wallet) ?? [], facts))
}

/** The rows with the proceeds of a closing added. */
function bring(
  rows: readonly Unsettled[],
  amount: Money,
  { event, at, reference }: Journal,
  { instruments, describe, timetable }: UnsettledFacts,
): readonly Unsettled[] {
  const key = instruments.get(`${reference.type} ${reference.id}`)
  // A journal without its row is a separate finding.
  if (key === undefined || !brings.has(event)) return rows
  const release = timetable.releaseDate(describe(key, at), at)
  return release === undefined ? rows : addUnsettled(rows, amount, release)
}

function differences(
  wallet: Wallet,
  expected: readonly Unsettled[],
  { user, stored, until }: UnsettledFacts,
): readonly FillFinding[] {
  const byDate = (rows: readonly Unsettled[]): ReadonlyMap<string, Money> =>
    new Map(stillUnsettled(rows, wallet, until).map(({ releaseDate, amount }) => [releaseDate, amount]))
  const [is, should] = [byDate(stored.get(wallet) ?? []), byDate(expected)]
  const dates = [...new Set([...is.keys(), ...should.keys()])].toSorted()
  return dates.flatMap((date) => {
    const told = (amount: Money | undefined): string => (amount === undefined ? 'missing' : formatMoney(amount))
    const [found, due] = [is.get(date), should.get(date)]
    if (found === due) return []
    const message = `is ${told(found)}, should be ${due === undefined ? 'nothing' : formatMoney(due)}`
    return [{ about: `unsettled of user ${user} in ${wallet} until ${date}`, message }]
  })
}
