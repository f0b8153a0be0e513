import type { SimulatedMarket } from './market.ts'

/** What the journals of one thing moved on an account: its credits less its debits. */
export type Posted = (account: string) => bigint

/** What the ledger posted for each thing of one kind, by its id. */
export async function postedFor(
  { database }: Pick<SimulatedMarket, 'database'>,
  kind: 'bond' | 'product' | 'follow' | 'robot',
): Promise<(id: number) => Posted> {
  const { rows } = await database.pool.query<{ id: number; account: string; moved: bigint }>(
    `select ref_id as id, account, sum(credit) - sum(debit) as moved
     from journal join journal_line on journal_id = journal.id where ref_type = $1 group by ref_id, account`,
    [kind],
  )
  const moved = new Map(rows.map((row) => [`${row.id} ${row.account}`, row.moved]))
  return (id) => (account) => moved.get(`${id} ${account}`) ?? 0n
}

/** Says what differs from what it should be. */
export function* differing(
  what: string,
  found: bigint | number | string | null,
  expected: bigint | number | string | null,
): Generator<string> {
  if (found !== expected) yield `${what} is ${found}, should be ${expected}`
}

/** Whole division of what is not negative, rounded up. */
export const dividedUp = (over: bigint, under: bigint): bigint => (over + under - 1n) / under
