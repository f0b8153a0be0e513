import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import type { Tx } from '#db/sql.ts'

export type MarketNote = {
  /** What makes the note one of its kind: the same note is kept once. */
  readonly key: string
  readonly at: number
  readonly memo: string
}

/** Keeps something about the market for ever and for everybody: a note in the ledger (rulebook §8.1). */
export async function noteAboutMarket(tx: Tx, { key, at, memo }: MarketNote): Promise<void> {
  const balances = await loadBalances(tx, [])
  const reference = { type: 'market', id: 0 } as const
  balances.post({ event: 'NOTE', key: `NOTE:market:${key}`, user: undefined, at, reference, memo, lines: [] })
  await savePostings(tx, balances)
}
