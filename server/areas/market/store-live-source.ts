import { sql, type Tx } from '#db/sql.ts'

/** How the public source answers, by whichever server asks it; milliseconds by the clock of the database. */
export type SourceNote = {
  /** Since it answered; null before it did. */
  readonly answeredAgo: number | null
  /** Since it was asked. */
  readonly askedAgo: number
  /** Until it may be asked again. */
  readonly pause: number
}

/** Notes a round that has ended now. */
export async function noteRound(tx: Tx, { answered, pause }: { answered: boolean; pause: number }): Promise<void> {
  await sql`
    insert into live_source (answered_at, asked_at, again_at)
    values (case when ${answered}::boolean then clock_timestamp() end, clock_timestamp(),
      clock_timestamp() + ${pause} * interval '1 millisecond')
    on conflict (single) do update set answered_at = coalesce(excluded.answered_at, live_source.answered_at),
      asked_at = excluded.asked_at, again_at = excluded.again_at`.execute(tx)
}

export async function sourceNote(tx: Tx): Promise<SourceNote | undefined> {
  const { rows } = await sql<SourceNote>`
    select extract(epoch from clock_timestamp() - answered_at)::double precision * 1000 as "answeredAgo",
      extract(epoch from clock_timestamp() - asked_at)::double precision * 1000 as "askedAgo",
      greatest(0, extract(epoch from again_at - clock_timestamp())::double precision * 1000) as pause
    from live_source`.execute(tx)
  return rows[0]
}
