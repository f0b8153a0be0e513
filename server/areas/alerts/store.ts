import type { AlertKind, AlertState, AlertTarget, PriceAlert } from '@mex/core/alerts/price-alert.ts'
import { present } from '@mex/core/assert.ts'
import { percent, price } from '@mex/core/money/money.ts'
import { isoInstant, isoInstantOrNull } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

type Row = Rows['price_alert']

function targetOf({ id, kind, level, percent: hundredths }: Row): AlertTarget {
  if (kind === 'move')
    return { kind, percent: percent(BigInt(present(hundredths ?? undefined, `the percentage of alert ${id}`))) }
  return {
    kind: kind as Exclude<AlertKind, 'move'>,
    level: price(present(level ?? undefined, `the level of alert ${id}`)),
  }
}

const alertOf = (row: Row): PriceAlert => ({
  id: row.id,
  user: row.user_id,
  instrument: row.instrument,
  target: targetOf(row),
  repeats: row.repeats,
  inPracticeHours: row.in_practice_hours,
  state: row.state as AlertState,
  createdAt: row.created_at,
  toldAt: row.told_at ?? undefined,
  toldDay: row.told_day ?? undefined,
  toldCount: row.told_count,
})

const active = sql`state in ('waiting', 'told')`

/** The alerts of a user, newest first; on one instrument if it is given. */
export async function alertsOf(
  tx: Tx,
  userId: number,
  instrument: string | undefined,
  limit: number,
): Promise<PriceAlert[]> {
  const { rows } = await sql<Row>`
    select * from price_alert
    where user_id = ${userId} and (${instrument ?? null}::text is null or instrument = ${instrument ?? null})
    order by id desc limit ${limit}`.execute(tx)
  return rows.map(alertOf)
}

/** All alerts that are not over after an id, in the order of their ids. */
export async function activeAlerts(tx: Tx, afterId: number, limit: number): Promise<PriceAlert[]> {
  const { rows } = await sql<Row>`
    select * from price_alert where id > ${afterId} and ${active} order by id limit ${limit}`.execute(tx)
  return rows.map(alertOf)
}

/** The topic of the notice that an alert was set. */
export const alertTopic = 'alert'

/** Some alerts, read without locks; those that were deleted are missing. */
export async function alertsById(tx: Tx, ids: readonly number[]): Promise<PriceAlert[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Row>`select * from price_alert where id = any(${ids}::bigint[])`.execute(tx)
  return rows.map(alertOf)
}

/** Some alerts, locked until the end of the transaction; those that were deleted are missing. */
export async function lockAlerts(tx: Tx, ids: readonly number[]): Promise<PriceAlert[]> {
  const { rows } = await sql<Row>`
    select * from price_alert where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
  return rows.map(alertOf)
}

/** The alert of a user that waits for the same. */
export async function sameAlert(
  tx: Tx,
  { user, instrument, target }: Pick<PriceAlert, 'user' | 'instrument' | 'target'>,
): Promise<PriceAlert | undefined> {
  const [level, hundredths] = target.kind === 'move' ? [null, Number(target.percent)] : [target.level, null]
  const { rows } = await sql<Row>`
    select * from price_alert
    where user_id = ${user} and instrument = ${instrument} and kind = ${target.kind} and ${active}
      and level is not distinct from ${level}::numeric and percent is not distinct from ${hundredths}::integer
    order by id limit 1 for update`.execute(tx)
  return rows[0] === undefined ? undefined : alertOf(rows[0])
}

export async function countActive(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from price_alert where user_id = ${userId} and ${active}`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertAlert(
  tx: Tx,
  { user, instrument, target, repeats, inPracticeHours, createdAt, toldDay }: Omit<PriceAlert, 'id'>,
): Promise<PriceAlert> {
  const [level, hundredths] = target.kind === 'move' ? [null, Number(target.percent)] : [target.level, null]
  const { rows } = await sql<Row>`
    insert into price_alert (user_id, instrument, kind, level, percent, repeats, in_practice_hours, state, created_at, told_day)
    values (${user}, ${instrument}, ${target.kind}, ${level}, ${hundredths}, ${repeats}, ${inPracticeHours}, 'waiting',
      ${isoInstant(createdAt)}, ${toldDay ?? null})
    returning *`.execute(tx)
  return alertOf(present(rows[0], 'the row of a new alert'))
}

/** Keeps only the newest alerts of a user that are over. */
export async function deleteOldest(tx: Tx, userId: number, kept: number): Promise<void> {
  await sql`
    delete from price_alert where id in (
      select id from price_alert where user_id = ${userId} and not ${active} order by id desc offset ${kept}
    )`.execute(tx)
}

/** Saves what changes of alerts: their switches and what they have told. */
export async function updateAlerts(tx: Tx, alerts: readonly PriceAlert[]): Promise<void> {
  if (alerts.length === 0) return
  await sql`
    update price_alert set repeats = given.repeats, in_practice_hours = given.in_practice_hours, state = given.state,
      told_at = given.told_at, told_day = given.told_day, told_count = given.told_count
    from ${columns(
      alerts,
      ['bigint', (row) => row.id],
      ['boolean', (row) => row.repeats],
      ['boolean', (row) => row.inPracticeHours],
      ['text', (row) => row.state],
      ['timestamptz', (row) => isoInstantOrNull(row.toldAt)],
      ['text', (row) => row.toldDay],
      ['bigint', (row) => row.toldCount],
    )} as given (id, repeats, in_practice_hours, state, told_at, told_day, told_count)
    where price_alert.id = given.id`.execute(tx)
}

/** Answers whether the user had this alert. */
export async function deleteAlert(tx: Tx, userId: number, id: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from price_alert where user_id = ${userId} and id = ${id}`.execute(tx)
  return numAffectedRows !== undefined && numAffectedRows > 0n
}

/** Alerts on an instrument that are not over; read without locks. */
export async function alertsOn(tx: Tx, instrument: string, limit: number): Promise<PriceAlert[]> {
  const { rows } = await sql<Row>`
    select * from price_alert where instrument = ${instrument} and ${active} order by id limit ${limit}`.execute(tx)
  return rows.map(alertOf)
}
