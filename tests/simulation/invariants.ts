import { price, quantity } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { findingsOf, haltHistory, type Deciding } from '@mex/server/testing.ts'
import { isLost } from './interleaving.ts'
import { auctionFindings } from './auction-invariants.ts'
import { blockFindings } from './block-invariants.ts'
import { bondFindings } from './bond-invariants.ts'
import { followFindings } from './follow-invariants.ts'
import { issueFindings } from './issue-invariants.ts'
import type { SimulatedMarket } from './market.ts'
import { quantifyFindings } from './quantify-invariants.ts'
import { robotFindings } from './robot-invariants.ts'

const far = 10n ** 15n
const ages = 100 * 365 * 86_400_000

/** Extreme quotes that trigger every level of this instrument: one from below, one from above. */
function extremes(key: string, now: number): readonly Quote[] {
  const shape = {
    id: `${key}@0`,
    key,
    venueTime: now + ages,
    receivedTime: now,
    phase: 'regular',
    opening: false,
  } as const
  const size = quantity(10n ** 8n)
  return [1n, far].map((at) => ({
    ...shape,
    last: price(at),
    bid: price(at),
    ask: price(at),
    bidSize: size,
    askSize: size,
  }))
}

type Engine = Deciding['engine']

const inOrder = (ids: ReadonlySet<number>): string => [...ids].toSorted((one, other) => one - other).join(' ')

/** The users that the trigger index names at extreme prices, and its sizes. */
function watched({ triggers }: Engine, keys: readonly string[], now: number): readonly string[] {
  const concerned = keys.flatMap((key) =>
    extremes(key, now).map((quote) => `${key} at ${quote.last}: ${inOrder(triggers.concerned(quote))}`),
  )
  const { orders, positions, additions } = triggers.size
  const overdue = inOrder(triggers.overdue(now + ages))
  return [`${orders} orders, ${positions} positions, ${additions} additions`, `overdue: ${overdue}`, ...concerned]
}

/** Whether the trigger index equals the one after a restart; after a tick that failed it waits for the rates of the next. */
async function triggerFindings({ deciding, instruments, clock }: SimulatedMarket): Promise<string[]> {
  if (deciding.ticker.handledUntil() < clock.now()) return []
  await deciding.engine.upToDate(clock.now())
  await deciding.engine.nights.beforeTick(clock.now())
  const keys = instruments.map(({ key }) => key)
  const fresh = watched(await deciding.anotherEngine(), keys, clock.now())
  const known = watched(deciding.engine, keys, clock.now())
  return fresh.flatMap((line, index) =>
    line === known[index] ? [] : [`triggers: watches "${known[index]}", the database says "${line}"`],
  )
}

/**
 * Changes of the available balance by deposits and withdrawals, by their own rows: credited once, held or paid once, and
 * nothing if returned.
 */
const wrongFunding = `
  with said as (
    select 'deposit' as what, id, coalesce(received, 0) as moved from deposit
    union all select 'withdrawal', id, case when status = 2 then 0 else -amount end from withdrawal
  ), posted as (
    select ref_type as what, ref_id as id, sum(credit) - sum(debit) as moved
    from journal join journal_line on journal_id = journal.id
    where ref_type in ('deposit', 'withdrawal') and account = 'U.AVAIL' group by ref_type, ref_id
  )
  select what, id, coalesce(posted.moved, 0) as posted, coalesce(said.moved, 0) as said
  from said full join posted using (what, id) where coalesce(posted.moved, 0) <> coalesce(said.moved, 0)`

async function fundingFindings({ database }: SimulatedMarket): Promise<string[]> {
  type Wrong = { readonly what: string; readonly id: number; readonly posted: bigint; readonly said: bigint }
  const { rows } = await database.pool.query<Wrong>(wrongFunding)
  return rows.map(({ what, id, posted, said }) => `funding: ${what} ${id} moved ${posted}, should be ${said}`)
}

/** Among several servers ids grow from tick to tick, whichever server accepts: none has ids of its own in reserve. */
async function idFindings({ database, deciding, feed }: SimulatedMarket): Promise<string[]> {
  if (deciding.engines.length === 1) return []
  const { rows } = await database.pool.query<{ id: number; acceptedAt: number }>(
    'select id, accepted_at as "acceptedAt" from trade_order order by id',
  )
  let latest = -Infinity
  return rows.flatMap(({ id, acceptedAt }) => {
    const tick = feed.nextTick(acceptedAt)
    const isLate = tick < latest
    latest = Math.max(latest, tick)
    return isLate ? [`ids: order ${id} has an earlier tick than an order before it`] : []
  })
}

/** All invariants that must hold whenever no command is in progress. */
export async function findingsAtRest(market: SimulatedMarket): Promise<string[]> {
  const failures = market.errors.splice(0).flatMap((error) => (isLost(error) ? [] : `failure: ${String(error)}`))
  const { deciding, clock } = market
  const now = clock.now()
  const halts = await haltHistory(market.database.db)
  const pauses = { gaps: deciding.gaps, halts, until: now, speeds: [] }
  const ledger = await findingsOf(market.database.db, deciding.source, now, pauses)
  return [
    ...failures,
    ...ledger,
    ...(await fundingFindings(market)),
    ...(await issueFindings(market)),
    ...(await blockFindings(market)),
    ...(await auctionFindings(market)),
    ...(await bondFindings(market)),
    ...(await quantifyFindings(market)),
    ...(await followFindings(market)),
    ...(await robotFindings(market)),
    ...(await triggerFindings(market)),
    ...(await idFindings(market)),
  ]
}
