import { type CardKind, cardKindNumbers } from '@mex/core/funding/review.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

/** A stored card with encrypted details. */
export type CardRow = {
  readonly user: number
  readonly id: number
  readonly kind: CardKind
  readonly details: Buffer
  readonly createdAt: number
  readonly changedAt: number
}

type Stored = Omit<CardRow, 'kind'> & { readonly kind: number }
const kindOf = (number: number): CardKind => (number === cardKindNumbers.bank ? 'bank' : 'coin')
const rowOf = (row: Stored): CardRow => ({ ...row, kind: kindOf(row.kind) })
const cardColumns = sql`user_id as "user", id, kind, details, created_at as "createdAt", changed_at as "changedAt"`

/** Every card of these users, the oldest first: a user has only a few. */
export async function cardsOf(tx: Tx, users: readonly number[]): Promise<CardRow[]> {
  const { rows } = await sql<Stored>`
    select ${cardColumns} from card where user_id = any(${users}::bigint[]) order by user_id, id`.execute(tx)
  return rows.map(rowOf)
}

/** Inserts or updates cards. */
export async function saveCards(tx: Tx, cards: readonly CardRow[]): Promise<void> {
  if (cards.length === 0) return
  const given = columns(
    cards,
    ['bigint', (row) => row.user],
    ['bigint', (row) => row.id],
    ['smallint', (row) => cardKindNumbers[row.kind]],
    ['bytea', (row) => row.details],
    ['timestamptz', (row) => isoInstant(row.createdAt)],
    ['timestamptz', (row) => isoInstant(row.changedAt)],
  )
  await sql`
    insert into card (user_id, id, kind, details, created_at, changed_at) overriding system value select * from ${given}
    on conflict (user_id, id) do update set details = excluded.details, changed_at = excluded.changed_at`.execute(tx)
}

export async function deleteCards(tx: Tx, cards: readonly { readonly user: number; readonly id: number }[]) {
  if (cards.length === 0) return
  const given = columns(cards, ['bigint', (row) => row.user], ['bigint', (row) => row.id])
  await sql`
    delete from card using ${given} as gone (user_id, id)
    where card.user_id = gone.user_id and card.id = gone.id`.execute(tx)
}

/** The cards of these users with pending withdrawals. */
export async function cardsInUse(tx: Tx, users: readonly number[]): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ id: number }>`
    select distinct card_id as id from withdrawal
    where user_id = any(${users}::bigint[]) and ended_at is null`.execute(tx)
  return new Set(rows.map((row) => row.id))
}
