import type { CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { price } from '@mex/core/money/money.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'
import type { LearnedAction } from '#feeds/live/known-actions.ts'

type Row = {
  readonly instrument: string
  readonly exDate: string
  readonly amount: bigint | null
  readonly to: bigint | null
  readonly from: bigint | null
  readonly exAt: number
  readonly declaredAt: number
}

function actionOf({ exDate, amount, to, from, exAt, declaredAt }: Row): CorporateAction[] {
  const declared = { exDate, exAt, declaredAt }
  if (amount !== null) return [{ kind: 'dividend', amount: price(amount), ...declared }]
  return to === null || from === null ? [] : [{ kind: 'split', to, from, ...declared }]
}

/** Stores actions, each once; what another answer of the source says of the same day changes nothing. */
export async function insertLiveActions(tx: Tx, learned: readonly LearnedAction[]): Promise<void> {
  await sql`
    insert into live_action (instrument, ex_date, kind, amount, to_shares, from_shares, ex_at, declared_at)
    select * from ${columns(
      learned,
      ['text', ({ key }) => key],
      ['date', ({ action }) => action.exDate],
      ['text', ({ action }) => action.kind],
      ['numeric', ({ action }) => (action.kind === 'dividend' ? action.amount : null)],
      ['numeric', ({ action }) => (action.kind === 'split' ? action.to : null)],
      ['numeric', ({ action }) => (action.kind === 'split' ? action.from : null)],
      ['timestamptz', ({ action }) => isoInstant(action.exAt)],
      ['timestamptz', ({ action }) => isoInstant(action.declaredAt)],
    )}
    on conflict do nothing`.execute(tx)
}

/** Those that were declared at an instant or later, all of them without it, by ex instant. */
export async function liveActions(tx: Tx, since = -Infinity): Promise<readonly LearnedAction[]> {
  const { rows } = await sql<Row>`
    select instrument, to_char(ex_date, 'YYYY-MM-DD') as "exDate", amount, to_shares as "to", from_shares as "from",
      ex_at as "exAt", declared_at as "declaredAt"
    from live_action where declared_at >= ${Number.isFinite(since) ? isoInstant(since) : '-infinity'} order by ex_at, instrument, kind`.execute(
    tx,
  )
  return rows.flatMap((row) => actionOf(row).map((action) => ({ key: row.instrument, action })))
}
