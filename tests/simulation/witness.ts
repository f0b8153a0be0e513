import { sources } from '@mex/core/market/instrument.ts'
import { money, type Money, type Price } from '@mex/core/money/money.ts'
import { walletNumbers } from '@mex/core/wallet/wallets.ts'
import { connect, type Connection } from '@mex/server/testing.ts'
import type {
  Drawing,
  Effect,
  Standing,
  StandingApplication,
  StandingHolding,
  StandingOrder,
  StandingPosition,
} from './intent.ts'

/** Reads the committed state of the database over a separate connection. */
export type Witness = AsyncDisposable & {
  standings(this: void, users: readonly number[]): Promise<readonly Standing[]>
  /** Whether the effect of an accepted command is there: `id` is the answer's. */
  sees(this: void, effect: Effect, user: number, id: number | string): Promise<boolean>
  /** Hashes of what is on the chain from a block on, in order. */
  payments(this: void, from: number): Promise<readonly string[]>
  /** Things that have ended, of anybody. */
  gone(this: void): Promise<Drawing['strange']>
  /** When the orders for blocks that wait were accepted, in order. */
  blocksWaiting(this: void): Promise<readonly number[]>
  /** When something happens next to bonds, products, campaigns and robots of somebody, in order. */
  investmentsDue(this: void): Promise<readonly number[]>
  /** What has happened so far, counted by kind. */
  tally(this: void): Promise<Readonly<Record<string, number>>>
  /** A summary of everything that money stands on, to compare two runs. */
  summary(this: void): Promise<readonly string[]>
}

type WorkingRow = Omit<StandingOrder, 'limit'> & { readonly limit: Price | null }

const effects: Readonly<Record<Effect, string>> = {
  order: 'select from trade_order where user_id = $1 and id = $2',
  cancel: `select from trade_order where user_id = $1 and id = $2 and (cancel_requested_at is not null or reason = 'CANCELLED')`,
  card: 'select from card where user_id = $1 and id = $2',
  'card end': 'select where not exists (select from card where user_id = $1 and id = $2)',
  deposit: 'select from deposit where user_id = $1 and id = $2',
  payment: 'select from chain_transaction where sender_id = $1 and hash = $2',
  withdrawal: 'select from withdrawal where user_id = $1 and id = $2',
  application: 'select from application where user_id = $1 and id = $2',
  'more shares': 'select from application_step where user_id = $1 and application_id = $2 offset 1',
  'missing payment': `select from application where user_id = $1 and id = $2 and status = 'allotted' and not lapsed`,
  'application end': `select from application where user_id = $1 and id = $2 and status = 'cancelled'`,
  'bond purchase': 'select from bond_purchase where user_id = $1 and id = $2',
  'bond sale': `select from bond_holding where user_id = $1 and id = $2 and end_kind = 'sale'`,
  subscription: 'select from quantify_order where user_id = $1 and id = $2',
  follow: 'select from follow_order where user_id = $1 and id = $2',
  rental: `select from robot_order where user_id = $1 and id = any(string_to_array($2::text, ' ')::bigint[])`,
  redemption: 'select from robot_order where user_id = $1 and id = $2 and end_at is not null',
  addition: 'select from margin_addition where user_id = $1 and position_id = $2',
  transfer: 'select from transfer where user_id = $1 and id = $2',
  'transfer end':
    'select from transfer where user_id = $1 and id = $2 and (cancel_requested_at is not null or status = 2)',
}

const summaries = [
  `select concat_ws(' ', user_id, wallet, account, amount) as line from balance order by user_id, wallet, account`,
  `select concat_ws(' ', id, user_id, instrument, status, reason, filled, cost, margin, fee, reserve) as line from trade_order order by id`,
  `select concat_ws(' ', id, state, quantity, locked, cost, margin, close_reason) as line from position order by id`,
  `select concat_ws(' ', user_id, position_id, ex_date, quantity, gross, tax, final_price) as line from booked_action order by user_id, position_id, ex_at`,
  `select concat_ws(' ', user_id, position_id, is_wanted, order_id, refused) as line from contract_roll order by user_id, position_id`,
  `select concat_ws(' ', id, status, rate, settled_amount) as line from transfer order by id`,
  `select concat_ws(' ', id, user_id, status, reason, amount, received, confirmations) as line from deposit order by id`,
  `select concat_ws(' ', id, user_id, status, reason, amount, rate, tx_hash) as line from withdrawal order by id`,
  `select concat_ws(' ', id, user_id, source, offer_id, status, quantity, paid, drawn_lots, rank, allotted, cost, refund, lapsed) as line from application order by id`,
  `select concat_ws(' ', id, user_id, bond_id, status, face, cost, received, proceeds) as line from bond_holding order by id`,
  `select concat_ws(' ', id, user_id, product_id, status, amount, units, worth, management_fee, performance_fee) as line from quantify_order order by id`,
  `select concat_ws(' ', id, user_id, campaign_id, status, amount, open_price, close_price, value, fee) as line from follow_order order by id`,
  `select concat_ws(' ', id, user_id, robot_id, status, ticks, mined, energy, income, charged, refund) as line from robot_order order by id`,
  `select concat_ws(' ', source, offer_id, beacon, key) as line from offer_draw order by source, offer_id`,
]

const tallies = `
  select 'order ' || status || coalesce(' ' || reason, '') as kind, count(*) as count from trade_order group by 1
  union all select 'fill by ' || rule, count(*) from execution group by 1
  union all select case source when 4 then 'block ' else 'order for an auction ' end || status || coalesce(' ' || reason, ''), count(*)
    from trade_order where source in (4, 7) group by 1
  union all select 'shares of a block sold', count(*) from closing join position on position.id = position_id where source = 4
    having count(*) > 0
  union all select 'closed by ' || reason, count(*) from closing group by 1
  union all select 'order amended', count(*) from trade_order where replaces is not null having count(*) > 0
  union all select 'addition ' || state, count(*) from margin_addition group by 1
  union all select 'transfer ' || status, count(*) from transfer group by 1
  union all select 'withdrawal ' || status || coalesce(' ' || reason, case when ended_at is null then ' open' else '' end),
    count(*) from withdrawal group by 1
  union all select 'deposit ' || coalesce(reason, 'status ' || status), count(*) from deposit group by 1
  union all select case when final_price is not null then 'removal' when amount is null then 'split' else 'dividend' end || ' booked', count(*) from booked_action group by 1
  union all select 'contract ' || case when refused is null then 'rolled' else 'not rolled: ' || refused end, count(*)
    from contract_roll where decided_at is not null group by 1
  union all select 'application ' || status || case when lapsed then ' after its deadline' else '' end, count(*) from application group by 1
  union all select 'application journal ' || event, count(*) from journal where ref_type = 'application' group by 1
  union all select case source when 8 then 'placed' else 'allotted' end || ' shares sold', count(*)
    from closing join application on application.id = closing.position_id group by 1
  union all select 'journal ' || event, count(*) from journal where ref_type in ('deposit', 'withdrawal', 'position') group by 1
  union all select 'bond ' || status || coalesce(' by ' || end_kind, ''), count(*) from bond_holding group by 1
  union all select 'bond sold in part', count(*) from bond_holding where parent_id is not null having count(*) > 0
  union all select 'bond journal ' || event, count(*) from journal where ref_type = 'bond' group by 1
  union all select 'quantify ' || status, count(*) from quantify_order group by 1
  union all select 'quantify journal ' || event, count(*) from journal where ref_type = 'product' group by 1
  union all select 'follow ' || status, count(*) from follow_order group by 1
  union all select 'follow journal ' || event, count(*) from journal where ref_type = 'follow' group by 1
  union all select 'robot ' || status || coalesce(case when redeemed_at is null then ' redeeming ' else ' redeemed ' end || end_kind, ''), count(*)
    from robot_order group by 1
  union all select 'robot note ' || kind, count(*) from robot_note group by 1
  union all select 'robot journal ' || event, count(*) from journal where ref_type = 'robot' group by 1
  order by kind`

/**
 * The next instants of everybody's bonds, products and campaigns. Of robots: the first instant of an early redemption, the end, what follows a
 * request; and just after each daily payment, when somebody may take out what came in before energy is bought again.
 */
const investmentsDue = `
  select distinct at from (
    select due_at as at from bond_holding union all select due_at from quantify_order union all select due_at from follow_order
    union all select created_at + interval '24 hours' from robot_order where end_at is null
    union all select created_at + make_interval(days => cycle_days) from robot_order where end_at is null
    union all select due_at from robot_order where end_at is not null or status = 'expired' or turns_at is not null
    union all select date_trunc('day', changed_at, 'UTC') + after from robot_order,
      (values (interval '1 day 6 minutes'), (interval '1 day 7 minutes')) as daily (after) where end_at is null
  ) as due where at is not null order by at`

export function openWitness(connectionString: string): Witness {
  const { pool, db }: Connection = connect(connectionString, 1)
  const ids = async (statement: string, values: readonly unknown[] = []): Promise<number[]> =>
    (await pool.query<{ id: number }>(statement, [...values])).rows.map(({ id }) => id)
  const working = (user: number, source: number | null): Promise<number[]> =>
    ids(
      `select id from trade_order where user_id = $1 and status in ('accepted', 'partly_filled')
       and ($2::smallint is null or source = $2) order by id`,
      [user, source],
    )
  const financialOf = async (user: number): Promise<Money> => {
    const { rows } = await pool.query<{ amount: bigint }>(
      `select amount from balance where user_id = $1 and wallet = $2 and account = 'U.AVAIL'`,
      [user, walletNumbers.FINANCIAL],
    )
    return money(rows[0]?.amount ?? 0n)
  }
  return {
    async standings(users) {
      const standings: Standing[] = []
      for (const user of users) {
        const { rows } = await pool.query<StandingPosition>(
          `select id, quantity, margin, source from position where user_id = $1 and state <> 'CLOSED' order by id`,
          [user],
        )
        standings.push({
          user,
          positions: rows,
          orders: await working(user, null),
          working: (
            await pool.query<WorkingRow>(
              `select id, instrument, quantity, filled, limit_price as limit from trade_order
               where user_id = $1 and status in ('accepted', 'partly_filled') order by id`,
              [user],
            )
          ).rows.map((row) => ({ ...row, limit: row.limit ?? undefined })),
          blockOrders: await working(user, sources.blockTrade),
          auctionOrders: await working(user, sources.auctionStock),
          cards: await ids('select id from card where user_id = $1 order by id', [user]),
          applications: (
            await pool.query<StandingApplication>(
              `select id, source, offer_id as offer, status, cost - paid as missing from application
               where user_id = $1 and status in ('applied', 'unpaid') order by id`,
              [user],
            )
          ).rows,
          holdings: (
            await pool.query<StandingHolding>(
              `select id, face from bond_holding where user_id = $1 and status = 'bought' order by id`,
              [user],
            )
          ).rows,
          rentals: await ids('select id from robot_order where user_id = $1 and end_at is null order by id', [user]),
          financial: await financialOf(user),
          transfers: await ids('select id from transfer where user_id = $1 and status = 0 order by id', [user]),
        })
      }
      return standings
    },
    sees: async (effect, user, id) => (await pool.query(effects[effect], [user, id])).rowCount !== 0,
    async payments(from) {
      const { rows } = await pool.query<{ hash: string }>(
        'select hash from chain_transaction where height >= $1 and dropped_at is null order by id desc limit 40',
        [from],
      )
      return rows.map(({ hash }) => hash)
    },
    gone: async () => ({
      orders: await ids(`select id from trade_order where status in ('filled', 'ended') order by id desc limit 20`),
      positions: await ids('select id from position order by id desc limit 20'),
      applications: await ids('select id from application order by id desc limit 20'),
      holdings: await ids('select id from bond_holding order by id desc limit 20'),
      rentals: await ids('select id from robot_order order by id desc limit 20'),
    }),
    async blocksWaiting() {
      const { rows } = await pool.query<{ at: number }>(
        `select accepted_at as at from trade_order where offer_id is not null and status = 'accepted' order by 1`,
      )
      return rows.map(({ at }) => at)
    },
    async investmentsDue() {
      const { rows } = await pool.query<{ at: number }>(investmentsDue)
      return rows.map(({ at }) => at)
    },
    async tally() {
      const { rows } = await pool.query<{ kind: string; count: number }>(tallies)
      return Object.fromEntries(rows.map(({ kind, count }) => [kind, count]))
    },
    async summary() {
      const lines: string[] = []
      for (const statement of summaries)
        for (const { line } of (await pool.query<{ line: string }>(statement)).rows) lines.push(line)
      return lines
    },
    [Symbol.asyncDispose]: () => db.destroy(),
  }
}
