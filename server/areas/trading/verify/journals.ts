import { money, type Money } from '@mex/core/money/money.ts'
import type { StoredJournal } from '#areas/ledger/store-chain-links.ts'
import { tradedThings, type Traded } from './store-verify.ts'
import type { FillFinding } from './findings.ts'
import { instrumentsOf } from './instants.ts'

/** Journals that refer to orders, positions and margin additions that do not exist. */
export function strayJournals(traded: Traded, journals: readonly StoredJournal[]): readonly FillFinding[] {
  const known = instrumentsOf(traded)
  const types: ReadonlySet<string> = new Set(tradedThings)
  return journals.flatMap(({ entry: { key, reference } }) => {
    const name = `${reference.type} ${reference.id}`
    return types.has(reference.type) && !known.has(name)
      ? [{ about: `journal ${key}`, message: `is about ${name}, which is not there` }]
      : []
  })
}

/** The reserves in the journals of acceptances, by order. */
export function reservesOf(journals: readonly StoredJournal[]): ReadonlyMap<number, Money> {
  const reserves = new Map<number, Money>()
  for (const { entry } of journals) {
    if (entry.event !== 'E30' || entry.reference.type !== 'order') continue
    const { id } = entry.reference
    const own = entry.lines.filter(({ account }) => account === 'U.ORDER')
    reserves.set(id, money(own.reduce((sum, line) => sum + line.credit - line.debit, reserves.get(id) ?? 0n)))
  }
  return reserves
}
