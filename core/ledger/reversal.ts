import type { EventCode } from './accounts.ts'
import { least } from '#money/decimal.ts'
import { change, debit, eventKey, journal, type Journal, type Line } from './ledger.ts'
import { money, nothing, subtractMoney, type Money } from '#money/money.ts'
import type { Wallet } from '#wallet/wallets.ts'

/** Events that an operator may reverse, while the ledger marks them as wrong (rulebook §2.1): external payments and payments by the clock. */
export const reversibleEvents: ReadonlySet<EventCode> = new Set<EventCode>([
  'E02',
  'E03',
  'E03x',
  'E04',
  'E05',
  'E06',
  'E07',
  'E36',
  'E37',
  'E38',
  'E39',
  'E61',
  'E82',
  'E83',
])

/** Why a journal cannot be taken back; undefined when it can. */
export type Irreversible =
  | 'is not of a kind that may be reversed'
  | 'moves other money than free money'
  | 'does not balance'

export function irreversible(original: Journal): Irreversible | undefined {
  if (!reversibleEvents.has(original.event)) return 'is not of a kind that may be reversed'
  // The margin of a position is kept in its row too: putting it back here would break the one against the other.
  if (original.lines.some(({ account, wallet }) => wallet !== undefined && account !== 'U.AVAIL'))
    return 'moves other money than free money'
  const sums = new Map<string, bigint>()
  for (const line of original.lines) sums.set(line.currency, (sums.get(line.currency) ?? 0n) + change(line))
  return [...sums.values()].some((sum) => sum !== 0n) ? 'does not balance' : undefined
}

type Reversal = {
  /** Id of the journal that is taken back. */
  readonly id: number
  readonly original: Journal
  /** Epoch milliseconds. */
  readonly at: number
  readonly available: (wallet: Wallet) => Money
}

/**
 * E91: the mirror of a journal (rulebook §8.3): every line swaps debit and credit. What the user has spent meanwhile and free
 * money cannot give back is taken from SYS.RESERVE.
 */
export function reversed({ id, original, at, available }: Reversal): Journal {
  const lines = original.lines.flatMap((line): Line[] => {
    const mirrored: Line = { ...line, debit: line.credit, credit: line.debit }
    if (line.wallet === undefined || mirrored.debit === nothing) return [mirrored]
    const taken = money(least(mirrored.debit, available(line.wallet)))
    return [
      debit('U.AVAIL', line.wallet, taken),
      debit('SYS.RESERVE', line.currency, subtractMoney(mirrored.debit, taken)),
    ]
  })
  const { user } = original
  const memo = `Correction of ${original.key}`
  return journal(
    { event: 'E91', key: eventKey('E91', id, 'reverse'), user, at, reference: { type: 'journal', id }, memo },
    lines,
  )
}
