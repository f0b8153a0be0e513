import type { Application, ApplicationStatus, ApplicationStep } from '@mex/core/offerings/application.ts'
import type { OfferSource } from '@mex/core/offerings/offer.ts'
import { money, quantity, rate, type Quantity } from '@mex/core/money/money.ts'
import { applicationWallet } from '@mex/core/offerings/postings.ts'
import { walletNumbers } from '@mex/core/wallet/wallets.ts'
import { isoInstant, isoInstantOrNull } from '#clock.ts'
import type { Rows } from '#db/schema.ts'
import { columns, keyColumns, sql, type Fragment, type Tx, type UserRowKey } from '#db/sql.ts'

function applicationOf(row: Rows['application']): Application {
  const { drawn_lots: lots, rank } = row
  return {
    id: row.id,
    user: row.user_id,
    source: row.source as OfferSource,
    offer: row.offer_id,
    status: row.status as ApplicationStatus,
    quantity: quantity(row.quantity),
    conversionRate: rate(row.exchange),
    paid: money(row.paid),
    drawn: lots === null || rank === null ? undefined : { lots, rank },
    allotted: quantity(row.allotted),
    cost: money(row.cost),
    refund: money(row.refund),
    appliedAt: row.applied_at,
    changedAt: row.changed_at,
    allottedAt: row.allotted_at ?? undefined,
    settledAt: row.settled_at ?? undefined,
    lapsed: row.lapsed,
  }
}

/** What an offer is found by: each kind counts its own. */
export type OfferName = { readonly source: OfferSource; readonly id: number }

const isOfOne = (offers: readonly OfferName[]): Fragment =>
  sql`(source, offer_id) in (select * from ${columns(offers, ['smallint', (offer) => offer.source], ['bigint', (offer) => offer.id])})`

/** Inserts new applications and updates known ones. */
export async function saveApplications(tx: Tx, applications: readonly Application[]): Promise<void> {
  if (applications.length === 0) return
  await sql`
    insert into application (user_id, id, source, offer_id, status, quantity, exchange, paid, drawn_lots, rank, allotted, cost,
      refund, lapsed, applied_at, changed_at, allotted_at, settled_at)
    select * from ${columns(
      applications,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.id],
      ['smallint', (row) => row.source],
      ['bigint', (row) => row.offer],
      ['text', (row) => row.status],
      ['numeric', (row) => row.quantity],
      ['numeric', (row) => row.conversionRate],
      ['numeric', (row) => row.paid],
      ['bigint', (row) => row.drawn?.lots ?? null],
      ['bigint', (row) => row.drawn?.rank ?? null],
      ['numeric', (row) => row.allotted],
      ['numeric', (row) => row.cost],
      ['numeric', (row) => row.refund],
      ['boolean', (row) => row.lapsed],
      ['timestamptz', (row) => isoInstant(row.appliedAt)],
      ['timestamptz', (row) => isoInstant(row.changedAt)],
      ['timestamptz', (row) => isoInstantOrNull(row.allottedAt)],
      ['timestamptz', (row) => isoInstantOrNull(row.settledAt)],
    )}
    on conflict (user_id, id) do update set status = excluded.status, quantity = excluded.quantity, paid = excluded.paid,
      drawn_lots = excluded.drawn_lots, rank = excluded.rank, allotted = excluded.allotted, cost = excluded.cost,
      refund = excluded.refund, lapsed = excluded.lapsed, changed_at = excluded.changed_at, allotted_at = excluded.allotted_at,
      settled_at = excluded.settled_at`.execute(tx)
}

export async function addSteps(tx: Tx, steps: readonly ApplicationStep[]): Promise<void> {
  if (steps.length === 0) return
  await sql`
    insert into application_step (user_id, application_id, quantity, paid, at)
    select * from ${columns(
      steps,
      ['bigint', (row) => row.user],
      ['bigint', (row) => row.application],
      ['numeric', (row) => row.quantity],
      ['numeric', (row) => row.paid],
      ['timestamptz', (row) => isoInstant(row.at)],
    )}`.execute(tx)
}

/** Applications by user and id; without those of other users. */
export async function applicationsOf(tx: Tx, keys: readonly UserRowKey[]): Promise<Application[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Rows['application']>`
    select distinct application.* from ${keyColumns(keys)} as given (user_id, id)
    join application on application.user_id = given.user_id and application.id = given.id`.execute(tx)
  return rows.map(applicationOf)
}

/** What some users have applied for and not cancelled, of some offers. */
export async function standingApplications(
  tx: Tx,
  users: readonly number[],
  offers: readonly OfferName[],
): Promise<Application[]> {
  if (users.length === 0 || offers.length === 0) return []
  const { rows } = await sql<Rows['application']>`
    select * from application where user_id = any(${users}::bigint[]) and ${isOfOne(offers)} and status <> 'cancelled'`.execute(
    tx,
  )
  return rows.map(applicationOf)
}

/** All applications of a user that were not cancelled, newest first; with a source those for offers of one kind. */
export async function listApplications(tx: Tx, userId: number, source?: OfferSource): Promise<Application[]> {
  const { rows } = await sql<Rows['application']>`
    select * from application where user_id = ${userId} and status <> 'cancelled'
      and (${source ?? null}::smallint is null or source = ${source ?? null})
    order by id desc limit 2000`.execute(tx)
  return rows.map(applicationOf)
}

/** Applications of some offers in a status, in the order of their ids; read without locks. */
export async function dueApplications(
  tx: Tx,
  status: 'applied' | 'unpaid',
  offers: readonly OfferName[],
  limit: number,
): Promise<Application[]> {
  if (offers.length === 0) return []
  const { rows } = await sql<Rows['application']>`
    select * from application where ${isOfOne(offers)} and status = ${status}
    order by source, offer_id, id limit ${limit}`.execute(tx)
  return rows.map(applicationOf)
}

/** The public result of a draw: what was asked for and what was drawn, without the users. */
export async function drawnApplications(
  tx: Tx,
  { source, id: offer }: OfferName,
  limit: number,
): Promise<{ id: number; quantity: Quantity; lots: number; rank: number }[]> {
  const { rows } = await sql<{ id: number; quantity: bigint; lots: number | null; rank: number | null }>`
    select id, quantity, drawn_lots as lots, rank from application
    where source = ${source} and offer_id = ${offer} and drawn_lots is not null order by id limit ${limit}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    quantity: quantity(row.quantity),
    lots: row.lots ?? 0,
    rank: row.rank ?? 0,
  }))
}

/** How many applications of people an offer drew. */
export async function countDrawn(tx: Tx, { source, id: offer }: OfferName): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from application
    where source = ${source} and offer_id = ${offer} and drawn_lots is not null`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Applications after an id with their steps, for the check of the ledger. */
export async function applicationsAfter(tx: Tx, afterId: number, limit: number) {
  const { rows } = await sql<Rows['application']>`
    select * from application where id > ${afterId} order by id limit ${limit}`.execute(tx)
  const steps = await stepsOf(
    tx,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => ({
    application: applicationOf(row),
    steps: steps.filter(({ application }) => application === row.id),
  }))
}

async function stepsOf(tx: Tx, ids: readonly number[]): Promise<ApplicationStep[]> {
  const { rows } = await sql<{ user: number; application: number; quantity: bigint; paid: bigint; at: number }>`
    select user_id as "user", application_id as application, quantity, paid, at from application_step
    where application_id = any(${ids}::bigint[]) order by application_id, quantity`.execute(tx)
  return rows.map((row) => ({ ...row, quantity: quantity(row.quantity), paid: money(row.paid) }))
}

/** Applications of some users that were allotted shares, with whether these are locked still, or when they were closed locked. */
export async function settledAllotments(tx: Tx, users: readonly number[]) {
  const { rows } = await sql<Rows['application'] & { is_locked: boolean; closed_locked_at: number | null }>`
    select application.*, coalesce(position.state = 'LOCKED', false) as is_locked,
      case when position.state = 'CLOSED' and position.expires_at is not null then position.closed_at end as closed_locked_at
    from application
    left join position on position.user_id = application.user_id and position.id = application.id
    where application.user_id = any(${users}::bigint[]) and application.status = 'allotted'`.execute(tx)
  return rows.map((row) => ({
    application: applicationOf(row),
    isLocked: row.is_locked,
    closedLockedAt: row.closed_locked_at ?? undefined,
    settledAt: row.settled_at ?? 0,
  }))
}

/** Invariant I5 (rulebook §8.5): the amounts that U.SUBSCR must hold. */
export const applicationsHeld: Fragment = sql`
  select user_id, ${walletNumbers[applicationWallet]}::smallint as wallet, paid as amount
  from application where status in ('applied', 'unpaid')`
