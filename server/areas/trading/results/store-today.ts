import { money, quantity, value, type Money, type Quantity, type Value } from '@mex/core/money/money.ts'
import type { Direction } from '@mex/core/trading/orders.ts'
import { walletOfNumber, type Wallet } from '@mex/core/wallet/wallets.ts'
import { isoInstant } from '#clock.ts'
import { columns, sql, type Tx } from '#db/sql.ts'

/** Instruments in which a user has closed a position since an instant. */
export async function closedInstruments(tx: Tx, userId: number, since: number): Promise<string[]> {
  const { rows } = await sql<{ instrument: string }>`
    select distinct position.instrument from closing
    join position on position.user_id = closing.user_id and position.id = closing.position_id
    where closing.user_id = ${userId} and closing.closed_at >= ${isoInstant(since)}`.execute(tx)
  return rows.map((row) => row.instrument)
}

/** When the day of an instrument began. */
export type DayStart = { readonly instrument: string; readonly start: number }

/** The sum of all closings of an instrument since its day began. */
export type ClosedSum = {
  readonly instrument: string
  readonly direction: Direction
  readonly wallet: Wallet
  readonly openedToday: boolean
  readonly quantity: Quantity
  readonly exit: Value
  readonly cost: Value
  readonly closingFees: Money
  readonly openingFees: Money
  readonly financing: Money
}

type SumRow = {
  instrument: string
  direction: Direction
  wallet: number
  openedToday: boolean
  quantity: bigint
  exit: bigint
  cost: bigint
  closingFees: bigint
  openingFees: bigint
  financing: bigint
}

/** The sums of a user's closings of the day. Each instrument has its own day. */
export async function closedToday(tx: Tx, userId: number, days: readonly DayStart[]): Promise<ClosedSum[]> {
  const first = days.reduce((earliest, { start }) => Math.min(earliest, start), Infinity)
  if (days.length === 0) return []
  const given = columns(days, ['text', (row) => row.instrument], ['timestamptz', (row) => isoInstant(row.start)])
  const { rows } = await sql<SumRow>`
    select position.instrument, direction, wallet, position.opened_at >= day.start as "openedToday",
      sum(closing.quantity) as quantity, sum(exit_value) as exit, sum(closing.cost) as cost, sum(closing_fee) as "closingFees",
      sum(closing.opening_fee) as "openingFees", sum(closing.financing) as financing
    from closing
    join position on position.user_id = closing.user_id and position.id = closing.position_id
    join ${given} as day (instrument, start) on day.instrument = position.instrument and closing.closed_at >= day.start
    where closing.user_id = ${userId} and closing.closed_at >= ${isoInstant(first)}
    group by position.instrument, direction, wallet, position.opened_at >= day.start`.execute(tx)
  return rows.map((row) => ({
    ...row,
    wallet: walletOfNumber(row.wallet),
    quantity: quantity(row.quantity),
    exit: value(row.exit),
    cost: value(row.cost),
    closingFees: money(row.closingFees),
    openingFees: money(row.openingFees),
    financing: money(row.financing),
  }))
}
