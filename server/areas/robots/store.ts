import { robotWallet } from '@mex/core/robots/postings.ts'
import type { RobotNote } from '@mex/core/robots/course.ts'
import type { Redemption, Rental, RentalStatus, Stretch } from '@mex/core/robots/rental.ts'
import type { Cycle } from '@mex/core/robots/robot.ts'
import { money, price, rate, value } from '@mex/core/money/money.ts'
import { dayNumber, isoDate } from '@mex/core/time-zone.ts'
import { payoutsDue } from '#areas/quantify/payouts-due.ts'
import { arrivingTransfers } from '#areas/wallet/arriving.ts'
import { isoInstant, isoInstantOrNull } from '#clock.ts'
import { columns, keyColumns, sql, type Tx, type UserRowKey } from '#db/sql.ts'

type Row = {
  user_id: number
  id: number
  robot_id: number
  price: bigint
  rent: bigint
  cycle_days: number
  created_at: number
  status: string
  turns_at: number | null
  ticks: number
  mined: number
  energy: number
  base_difficulty: bigint | null
  base_coin: bigint | null
  income: bigint
  paid_income: bigint
  told_income: bigint
  charged: bigint
  settled: bigint
  booked_rent: bigint
  paid_on: string
  end_kind: string | null
  end_at: number | null
  refund: bigint | null
  fee: bigint | null
  unearned: bigint | null
  energy_unpaid: bigint | null
  changed_at: number
  redeemed_at: number | null
}

const selected = sql`robot_order.user_id, robot_order.id, robot_id, price, rent, cycle_days, created_at, status, turns_at, ticks, mined,
  energy, base_difficulty, base_coin, income, paid_income, told_income, charged, settled, booked_rent, paid_on, end_kind, end_at,
  refund, fee, unearned, energy_unpaid, changed_at, redeemed_at from robot_order`

function redemptionOf(row: Row): Redemption | undefined {
  const { end_kind, end_at, refund, fee, unearned, energy_unpaid } = row
  if (
    end_kind === null ||
    end_at === null ||
    refund === null ||
    fee === null ||
    unearned === null ||
    energy_unpaid === null
  )
    return undefined
  return {
    kind: end_kind as Redemption['kind'],
    at: end_at,
    refund: money(refund),
    fee: money(fee),
    unearned: money(unearned),
    energyUnpaid: money(energy_unpaid),
  }
}

function rentalOf(row: Row): Rental {
  const { base_difficulty, base_coin } = row
  return {
    id: row.id,
    user: row.user_id,
    robot: row.robot_id,
    price: money(row.price),
    rent: money(row.rent),
    cycle: row.cycle_days as Cycle,
    status: row.status as RentalStatus,
    turnsAt: row.turns_at ?? undefined,
    ticks: row.ticks,
    mined: row.mined,
    energy: row.energy,
    base:
      base_difficulty === null || base_coin === null
        ? undefined
        : { difficulty: rate(base_difficulty), coin: price(base_coin) },
    income: value(row.income),
    paidIncome: money(row.paid_income),
    toldIncome: value(row.told_income),
    charged: value(row.charged),
    settled: money(row.settled),
    bookedRent: money(row.booked_rent),
    paidOn: dayNumber(row.paid_on),
    redemption: redemptionOf(row),
    createdAt: row.created_at,
    changedAt: row.changed_at,
    redeemedAt: row.redeemed_at ?? undefined,
  }
}

/** A rental, and when something happens to it next. */
export type SavedRental = { readonly rental: Rental; readonly dueAt: number | undefined }

/** Inserts new rentals and updates known ones. */
export async function saveRentals(tx: Tx, rentals: readonly SavedRental[]): Promise<void> {
  if (rentals.length === 0) return
  const ended =
    <Value>(read: (end: Redemption) => Value) =>
    ({ rental: { redemption } }: SavedRental) =>
      redemption === undefined ? null : read(redemption)
  await sql`
    insert into robot_order (user_id, id, robot_id, price, rent, cycle_days, created_at, status, turns_at, ticks, mined, energy,
      base_difficulty, base_coin, income, paid_income, told_income, charged, settled, booked_rent, paid_on, end_kind, end_at, refund,
      fee, unearned, energy_unpaid, due_at, changed_at, redeemed_at)
    select * from ${columns(
      rentals,
      ['bigint', ({ rental }) => rental.user],
      ['bigint', ({ rental }) => rental.id],
      ['bigint', ({ rental }) => rental.robot],
      ['numeric', ({ rental }) => rental.price],
      ['numeric', ({ rental }) => rental.rent],
      ['bigint', ({ rental }) => rental.cycle],
      ['timestamptz', ({ rental }) => isoInstant(rental.createdAt)],
      ['text', ({ rental }) => rental.status],
      ['timestamptz', ({ rental }) => isoInstantOrNull(rental.turnsAt)],
      ['bigint', ({ rental }) => rental.ticks],
      ['bigint', ({ rental }) => rental.mined],
      ['bigint', ({ rental }) => rental.energy],
      ['numeric', ({ rental }) => rental.base?.difficulty ?? null],
      ['numeric', ({ rental }) => rental.base?.coin ?? null],
      ['numeric', ({ rental }) => rental.income],
      ['numeric', ({ rental }) => rental.paidIncome],
      ['numeric', ({ rental }) => rental.toldIncome],
      ['numeric', ({ rental }) => rental.charged],
      ['numeric', ({ rental }) => rental.settled],
      ['numeric', ({ rental }) => rental.bookedRent],
      ['date', ({ rental }) => isoDate(rental.paidOn)],
      ['text', ended(({ kind }) => kind)],
      ['timestamptz', ended(({ at }) => isoInstant(at))],
      ['numeric', ended(({ refund }) => refund)],
      ['numeric', ended(({ fee }) => fee)],
      ['numeric', ended(({ unearned }) => unearned)],
      ['numeric', ended(({ energyUnpaid }) => energyUnpaid)],
      ['timestamptz', ({ dueAt }) => isoInstantOrNull(dueAt)],
      ['timestamptz', ({ rental }) => isoInstant(rental.changedAt)],
      ['timestamptz', ({ rental }) => isoInstantOrNull(rental.redeemedAt)],
    )}
    on conflict (user_id, id) do update set status = excluded.status, turns_at = excluded.turns_at, ticks = excluded.ticks,
      mined = excluded.mined, energy = excluded.energy, base_difficulty = excluded.base_difficulty, base_coin = excluded.base_coin,
      income = excluded.income, paid_income = excluded.paid_income, told_income = excluded.told_income, charged = excluded.charged,
      settled = excluded.settled, booked_rent = excluded.booked_rent, paid_on = excluded.paid_on, end_kind = excluded.end_kind,
      end_at = excluded.end_at, refund = excluded.refund, fee = excluded.fee, unearned = excluded.unearned,
      energy_unpaid = excluded.energy_unpaid, due_at = excluded.due_at, changed_at = excluded.changed_at,
      redeemed_at = excluded.redeemed_at`.execute(tx)
}

export async function addStretches(tx: Tx, stretches: readonly Stretch[]): Promise<void> {
  if (stretches.length === 0) return
  const bought =
    <Value>(read: (energy: NonNullable<Stretch['energy']>) => Value) =>
    ({ energy }: Stretch) =>
      energy === undefined ? null : read(energy)
  await sql`
    insert into robot_stretch (user_id, order_id, first_tick, coins, incomes, wanted, bought, available, paid)
    select * from ${columns(
      stretches,
      ['bigint', ({ user }) => user],
      ['bigint', ({ rental }) => rental],
      ['bigint', ({ first }) => first],
      ['text', ({ coins }) => coins.join(',')],
      ['text', ({ incomes }) => incomes.map((income) => income ?? '').join(',')],
      ['bigint', bought((energy) => energy.wanted)],
      ['bigint', bought((energy) => energy.bought)],
      ['numeric', bought((energy) => energy.available)],
      ['numeric', bought((energy) => energy.paid)],
    )}`.execute(tx)
}

export async function addNotes(tx: Tx, notes: readonly RobotNote[]): Promise<void> {
  if (notes.length === 0) return
  await sql`
    insert into robot_note (user_id, order_id, kind, status, amount, at)
    select * from ${columns(
      notes,
      ['bigint', (note) => note.user],
      ['bigint', (note) => note.rental],
      ['text', (note) => note.kind],
      ['text', (note) => note.status],
      ['numeric', (note) => note.amount ?? null],
      ['timestamptz', (note) => isoInstant(note.at)],
    )}`.execute(tx)
}

/** Rentals by user and id; without those of other users. */
export async function rentalsOf(tx: Tx, keys: readonly UserRowKey[]): Promise<Rental[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<Row>`
    with given as (select distinct * from ${keyColumns(keys)} as given (user_id, id))
    select ${selected} join given on given.user_id = robot_order.user_id and given.id = robot_order.id`.execute(tx)
  return rows.map(rentalOf)
}

/** All rentals of some users that are not redeemed, by id: they share the money of a wallet. */
export async function openRentals(tx: Tx, users: readonly number[]): Promise<Rental[]> {
  if (users.length === 0) return []
  const { rows } = await sql<Row>`
    select ${selected} where user_id = any(${[...new Set(users)]}::bigint[]) and due_at is not null order by id`.execute(
    tx,
  )
  return rows.map(rentalOf)
}

/** Those of some users to whose rentals something happens by an instant. */
export async function usersWithDue(tx: Tx, users: readonly number[], now: number): Promise<readonly number[]> {
  if (users.length === 0) return []
  const { rows } = await sql<{ user_id: number }>`
    select distinct user_id from robot_order
    where user_id = any(${[...new Set(users)]}::bigint[]) and due_at <= ${isoInstant(now)}`.execute(tx)
  return rows.map((row) => row.user_id)
}

/**
 * A user to whose rentals something happens, when it does first, and the instant of the first money for the wallet of robots that is
 * due and not booked.
 */
export type DueUser = { readonly userId: number; readonly dueAt: number; readonly moneyAt: number | undefined }

/**
 * Users to whose rentals something happens by an instant, the longest waiting first; read without locks. What comes after money that
 * is not booked waits for it: a robot that has stopped may buy energy with it.
 */
export async function dueUsers(tx: Tx, now: number, limit: number): Promise<readonly DueUser[]> {
  const { rows } = await sql<{ user_id: number; due_at: number; money_at: number | null }>`
    with unbooked as (
      select user_id, min(due_at) as at
      from (${arrivingTransfers(robotWallet, now)} union all ${payoutsDue(now)}) as inflow group by user_id)
    select robot_order.user_id, min(robot_order.due_at) as due_at, min(unbooked.at) as money_at
    from robot_order left join unbooked on unbooked.user_id = robot_order.user_id
    where robot_order.due_at <= ${isoInstant(now)} and (unbooked.at is null or robot_order.due_at <= unbooked.at)
    group by robot_order.user_id order by min(robot_order.due_at), robot_order.user_id limit ${limit}`.execute(tx)
  return rows.map((row) => ({ userId: row.user_id, dueAt: row.due_at, moneyAt: row.money_at ?? undefined }))
}

export type RentalFilter = {
  readonly status: RentalStatus | undefined
  readonly redeemStatus: 'none' | 'processing' | 'done' | undefined
}

/** A page of the rentals of a user, newest first. */
export async function rentalPage(
  tx: Tx,
  userId: number,
  { status, redeemStatus }: RentalFilter,
  { pageNum, pageSize }: { readonly pageNum: number; readonly pageSize: number },
): Promise<{ readonly total: number; readonly rows: readonly Rental[] }> {
  const matching = sql`user_id = ${userId} and (${status ?? null}::text is null or status = ${status ?? null})
    and (${redeemStatus ?? null}::text is null or ${redeemStatus ?? null} =
      case when redeemed_at is not null then 'done' when end_at is not null then 'processing' else 'none' end)`
  const { rows } = await sql<Row>`
    select ${selected} where ${matching} order by id desc limit ${pageSize} offset ${(pageNum - 1) * pageSize}`.execute(
    tx,
  )
  const counted = await sql<{ total: number }>`select count(*) as total from robot_order where ${matching}`.execute(tx)
  return { total: Number(counted.rows[0]?.total ?? 0), rows: rows.map(rentalOf) }
}

/** How many robots a user runs. */
export async function runningCount(tx: Tx, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from robot_order
    where user_id = ${userId} and due_at is not null and status <> 'expired' and end_at is null`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

const notesMax = 20

/** The newest messages of a rental, newest first. */
export async function newestNotes(tx: Tx, userId: number, rental: number) {
  const { rows } = await sql<{ id: number; kind: string; status: string; amount: bigint | null; at: number }>`
    select id, kind, status, amount, at from robot_note where user_id = ${userId} and order_id = ${rental}
    order by id desc limit ${notesMax}`.execute(tx)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind as RobotNote['kind'],
    status: row.status as RentalStatus,
    amount: row.amount === null ? undefined : money(row.amount),
    at: row.at,
  }))
}

const split = (text: string): readonly string[] => text.split(',')

const everyTick = { from: 0, to: 1_000_000 }

/** The ticks of some rentals in order: the stretches that begin in a range. */
export async function stretchesOf(tx: Tx, keys: readonly UserRowKey[], { from, to } = everyTick): Promise<Stretch[]> {
  if (keys.length === 0) return []
  const { rows } = await sql<{
    user_id: number
    order_id: number
    first_tick: number
    coins: string
    incomes: string
    wanted: number | null
    bought: number | null
    available: bigint | null
    paid: bigint | null
  }>`
    with given as (select distinct * from ${keyColumns(keys)} as given (user_id, id))
    select robot_stretch.user_id, order_id, first_tick, coins, incomes, wanted, bought, available, paid
    from robot_stretch join given on given.user_id = robot_stretch.user_id and given.id = order_id
    where first_tick between ${from} and ${to} order by order_id, first_tick`.execute(tx)
  return rows.map(({ wanted, bought, available, paid, ...row }) => ({
    user: row.user_id,
    rental: row.order_id,
    first: row.first_tick,
    coins: split(row.coins).map((coin) => price(BigInt(coin))),
    incomes: split(row.incomes).map((income) => (income === '' ? undefined : value(BigInt(income)))),
    energy:
      wanted === null || bought === null || available === null || paid === null
        ? undefined
        : { wanted, bought, available: money(available), paid: money(paid) },
  }))
}

/** Rentals after an id in the order of their ids, for checks. */
export async function rentalsAfter(tx: Tx, afterId: number, limit: number): Promise<Rental[]> {
  const { rows } = await sql<Row>`
    select ${selected} where id > ${afterId} order by id limit ${limit}`.execute(tx)
  return rows.map(rentalOf)
}

/** The rentals of a user that were not redeemed at an instant. */
export async function rentalsSince(tx: Tx, userId: number, since: number): Promise<Rental[]> {
  const { rows } = await sql<Row>`
    select ${selected} where user_id = ${userId} and (redeemed_at is null or redeemed_at >= ${isoInstant(since)})
    order by id`.execute(tx)
  return rows.map(rentalOf)
}

/** Rent of some rentals that was booked as earned since an instant. */
export async function rentSince(tx: Tx, rentals: readonly number[], since: number) {
  if (rentals.length === 0) return []
  const { rows } = await sql<{ rental: number; at: number; amount: bigint }>`
    select ref_id as rental, at, debit as amount from journal
    join journal_line on journal_line.journal_id = journal.id and account = 'SYS.DEFERRED_RENT'
    where ref_type = 'robot' and ref_id = any(${rentals}::bigint[]) and event = 'E81' and at >= ${isoInstant(since)}`.execute(
    tx,
  )
  return rows.map((row) => ({ ...row, amount: money(row.amount) }))
}
