import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import type { Tx } from '#db/sql.ts'

export type MarketNote = {
  /** The unique key of the note within its kind: a repeated note is recorded once. */
  readonly key: string
  readonly at: number
  readonly memo: string
}

/** Records a fact about the market for ever: a public note in the ledger (rulebook §8.1). */
export async function noteAboutMarket(tx: Tx, { key, at, memo }: MarketNote): Promise<void> {
  const balances = await loadBalances(tx, [])
  const reference = { type: 'market', id: 0 } as const
  balances.post({ event: 'NOTE', key: `NOTE:market:${key}`, user: undefined, at, reference, memo, lines: [] })
  await savePostings(tx, balances)
}
