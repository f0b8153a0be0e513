import { sources } from '@mex/core/market/instrument.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { isoInstant } from '#clock.ts'
import { sql, type Tx } from '#db/sql.ts'

/** Maximum number of holders in one run of a job; the next run takes the others. */
const holdersMax = 10_000

/** Who holds futures whose last trade was before an instant (epoch milliseconds), by contract and user. */
export async function holdersOfEnded(tx: Tx, before: number) {
  const { rows } = await sql<{ instrument: string; user: number }>`
    select instrument, user_id as "user" from position
    where state <> 'CLOSED' and source = ${sources.future} and expires_at <= ${isoInstant(before)}
    group by instrument, user_id order by instrument, user_id limit ${holdersMax}`.execute(tx)
  return rows
}

/** Longer than any five business days. */
const horizonMilliseconds = 21 * dayMilliseconds

/** The contracts that somebody holds and that end soon, by key. */
export async function contractsEnding(tx: Tx, now: number): Promise<string[]> {
  const { rows } = await sql<{ instrument: string }>`
    select distinct instrument from position
    where state <> 'CLOSED' and source = ${sources.future}
      and expires_at > ${isoInstant(now)} and expires_at <= ${isoInstant(now + horizonMilliseconds)}`.execute(tx)
  return rows.map(({ instrument }) => instrument)
}

/** The holders of a contract who have no message with this key, each with their oldest position. */
export async function holdersToRemind(tx: Tx, instrument: string, onceKey: string) {
  const { rows } = await sql<{ user: number; position: number }>`
    select distinct on (user_id) user_id as "user", id as position from position
    where state <> 'CLOSED' and expires_at is not null and instrument = ${instrument}
      and not exists (select from message where message.user_id = position.user_id and once_key = ${onceKey})
    order by user_id, id limit ${holdersMax}`.execute(tx)
  return rows
}
