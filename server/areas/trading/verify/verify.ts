import { setImmediate } from 'node:timers/promises'
import { present } from '@mex/core/assert.ts'
import { auctionVolume, isAuction, isMarketable, ladder, worksOn } from '@mex/core/trading/execution.ts'
import { greatest, least } from '@mex/core/money/decimal.ts'
import type { Calendar } from '@mex/core/market/calendar.ts'
import type { Instrument, SessionName } from '@mex/core/market/instrument.ts'
import { formatPrice, type Rate } from '@mex/core/money/money.ts'
import type { Direction } from '@mex/core/trading/orders.ts'
import { markOf, worth, type Position } from '@mex/core/trading/positions.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { Unsettled } from '@mex/core/wallet/settlement.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'
import { allowLongStatements } from '#areas/ledger/store-verify.ts'
import { openJournalsOfUsers, type StoredJournal } from '#areas/ledger/store-chain-links.ts'
import { loadUnsettledRows } from '#areas/ledger/actions.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import {
  loadTraded,
  tradersOf,
  type StoredClosing,
  type StoredExecution,
  type Traded,
  type Trader,
} from './store-verify.ts'
import { auctionCustomOf, timetableOf } from '#areas/trading/timetable.ts'
import { missedSettlements } from './expiry.ts'
import { missedAuctions } from './auctions.ts'
import { missedFills, missedLiquidations } from './missed.ts'
import { wrongNights } from './nights.ts'
import type { ReplayMarket } from './market.ts'
import { openPauses, type PauseIndex, type Pauses } from './pauses.ts'
import { boughtTooMuch, expectedBlockPrice, missedUnlocks } from './blocks.ts'
import { missedActions } from './corporate-actions.ts'
import { attempt, type FillFinding } from './findings.ts'
import { instrumentsOf } from './instants.ts'
import { replayPerson } from './replay.ts'
import { wrongRolls } from './rolls.ts'
import { wrongUnsettled } from './unsettled.ts'

export type FillVerification = {
  readonly feed: Feed
  readonly describe: (key: string, now: number) => Instrument
  readonly calendars: ReadonlyMap<SessionName, Calendar>
  readonly interest: ReadonlyMap<string, Rate>
  readonly quoteAgeSecondsMax: number
  readonly now: number
  readonly pauses: Pauses
  /** The positions of allotted shares as they began, which no order opened. */
  readonly allotted: AllottedPositions
  /** Proceeds that settle until then (epoch milliseconds) may do so while the check reads, and are not compared. */
  readonly settledUntil: number
}

export type CheckedFills = { readonly checked: number; readonly findings: readonly FillFinding[] }

/** What was allotted to some users, recomputed from the offers. */
export type AllottedPositions = (tx: Tx, users: readonly number[]) => Promise<readonly Position[]>

/** The most users and orders that are read together. Reading their journals may take one scan of all journals. */
const batch = { users: 500, orders: 20_000 }

/** The ids of users in batches, in their order: at least one in each. */
export function inBatches(
  traders: readonly Trader[],
  most: { readonly users: number; readonly orders: number },
): readonly (readonly number[])[] {
  const batches: number[][] = []
  let orders = 0
  for (const trader of traders) {
    const last = batches.at(-1)
    orders += trader.orders
    if (last !== undefined && last.length < most.users && orders <= most.orders) last.push(trader.id)
    else {
      batches.push([trader.id])
      orders = trader.orders
    }
  }
  return batches
}

/** All users whose trading is to be replayed. */
export const readTraders = (db: Database): Promise<readonly Trader[]> =>
  inTransaction(
    db,
    async (tx) => {
      await allowLongStatements(tx)
      return tradersOf(tx)
    },
    'snapshot',
  )

/** Journals that are read at a time. */
const page = 1000

/**
 * Recomputes the price of every fill from the quote that it names (rulebook §15, P2): the same public facts must give
 * the same price for every user. Replays all trading of each user, which proves the money (`replayPerson`), and
 * looks for missed fills and liquidations. Returns the differences, user by user, and the number of checked fills.
 * `traders` are those of one of several threads; otherwise all are replayed.
 */
export async function verifyFills(
  db: Database,
  verification: FillVerification,
  traders?: readonly Trader[],
): Promise<CheckedFills> {
  const pauses = openPauses(verification.pauses)
  const market = {
    ...verification,
    timetable: timetableOf(verification.calendars, auctionCustomOf(verification.feed)),
    haltedSince: pauses.haltedSince,
    patienceFrom: pauses.patienceFrom,
  }
  const findings: FillFinding[] = []
  let checked = 0
  for (const users of inBatches(traders ?? (await readTraders(db)), batch))
    for (const snapshot of await snapshotOf(db, users, verification.allotted)) {
      const { traded } = snapshot
      findings.push(...traded.unreadable)
      checked += checkPrices(findings, traded, verification)
      attempt(findings, `user ${traded.user}`, () => {
        for (const found of replayed(snapshot, market, pauses)) findings.push(found)
      })
      // A long replay must not keep the other checks from their answers.
      await setImmediate()
    }
  return { checked, findings }
}

function replayed(
  { traded, journals, unsettled, allotted }: Snapshot,
  market: ReplayMarket,
  pauses: PauseIndex,
): readonly FillFinding[] {
  const { findings, history } = replayPerson(traded, journals, allotted, market)
  return [
    ...findings,
    ...wrongUnsettled(journals, {
      ...market,
      user: traded.user,
      instruments: instrumentsOf(traded),
      stored: unsettled,
      until: market.settledUntil,
    }),
    ...missedFills(traded.orders, traded.executions, market, pauses),
    ...wrongNights(traded.charges, history, market, pauses),
    ...missedAuctions(traded.orders, market, pauses),
    ...missedActions(history, market, pauses),
    ...missedUnlocks(traded.positions, pauses),
    ...boughtTooMuch(traded.orders, market.feed),
    ...missedLiquidations(history, market, pauses),
    ...missedSettlements(traded.positions, market, pauses),
    ...wrongRolls(traded, market),
  ]
}

/** Checks the prices of a user's fills and liquidations; returns how many. */
function checkPrices(
  findings: FillFinding[],
  { executions, closings, positions }: Traded,
  verification: FillVerification,
): number {
  for (const row of executions)
    checkRow(findings, `execution ${row.id} of order ${row.order.id}`, () => wrongWithFill(row, verification))
  const directions = new Map(positions.map(({ id, direction }) => [id, direction]))
  const liquidations = closings.filter(({ reason, order }) => reason === 'liquidation' && order === undefined)
  for (const row of liquidations)
    checkRow(findings, `liquidation of position ${row.position}`, () =>
      wrongWithLiquidation(row, present(directions.get(row.position), 'its position'), verification),
    )
  return executions.length + liquidations.length
}

const checkRow = (findings: FillFinding[], about: string, wrong: () => string | undefined): void =>
  attempt(findings, about, () => {
    const message = wrong()
    if (message !== undefined) findings.push({ about, message })
  })

type Snapshot = {
  readonly traded: Traded
  readonly journals: readonly StoredJournal[]
  readonly unsettled: ReadonlyMap<Wallet, readonly Unsettled[]>
  readonly allotted: readonly Position[]
}

/** Trading rows and their journals in one snapshot, because trading continues during the check. */
const snapshotOf = (db: Database, users: readonly number[], allottedTo: AllottedPositions) =>
  inTransaction(
    db,
    async (tx) => {
      await allowLongStatements(tx)
      const journals: StoredJournal[] = []
      const stored = await openJournalsOfUsers(tx, users, page)
      for (let rows = await stored.read(); rows.length > 0; rows = await stored.read()) journals.push(...rows)
      await stored.close()
      const byUser = Map.groupBy(journals, ({ entry }) => entry.user)
      const proceeds = Map.groupBy(await loadUnsettledRows(tx, users), ({ user }) => user)
      const allotted = Map.groupBy(await allottedTo(tx, users), ({ user }) => user)
      const found: Snapshot[] = []
      for (const user of users)
        found.push({
          traded: await loadTraded(tx, user),
          journals: byUser.get(user) ?? [],
          unsettled: new Map((proceeds.get(user) ?? []).map(({ wallet, rows }) => [wallet, rows])),
          allotted: allotted.get(user) ?? [],
        })
      return found
    },
    'snapshot',
  )

function quoteOf(id: string, { feed, now }: FillVerification): Quote | undefined {
  return feed.quoteById(id, now)
}

function wrongWithFill(row: StoredExecution, verification: FillVerification): string | undefined {
  const quote = quoteOf(row.quote, verification)
  if (quote === undefined) return `the quote ${row.quote} cannot be made again`
  const { order, copy } = row
  if (copy.side !== order.side) return `the order is to ${order.side}`
  if (copy.instrument !== order.instrument) return `the order is for ${order.instrument}`
  if (copy.position !== order.position) return `the order belongs to position ${order.position}`
  if (quote.key !== order.instrument) return `the quote ${row.quote} is of another instrument`
  if (!worksOn(order, quote)) return 'the order was not working on this quote'
  const instrument = verification.describe(quote.key, quote.venueTime)
  const expected = priceByRule(row, quote, instrument, verification.feed)
  if (typeof expected === 'string') return expected
  return expected === row.price ? undefined : `is ${formatPrice(row.price)}, should be ${formatPrice(expected)}`
}

function priceByRule(
  row: StoredExecution,
  quote: Quote,
  instrument: Instrument,
  feed: Feed,
): StoredExecution['price'] | string {
  const { order, rule } = row
  if ((order.block !== undefined) !== (rule === 'block')) return 'only a block is filled at its discount'
  if (rule === 'block') return expectedBlockPrice(order, quote, instrument, feed)
  if (isAuction(order, quote) !== (rule === 'auction'))
    return rule === 'auction' ? 'the quote is no auction' : 'an auction has one price, and this is not by it'
  if (rule === 'auction') {
    const { side, limit } = order
    const meets = limit === undefined || (side === 'buy' ? quote.last <= limit : quote.last >= limit)
    if (!meets) return 'the limit was not reached'
    const isThere = row.earlier + row.quantity <= auctionVolume(instrument, quote, side)
    return isThere ? quote.last : 'more was taken than the auction exchanged'
  }
  if (rule === 'ladder') {
    const rung = ladder(instrument, quote, order.side).find(({ level }) => level === row.level)
    if (rung === undefined) return `the ladder has no level ${row.level}`
    const from = rung.size * BigInt(row.level)
    const fits = row.earlier >= from && row.earlier + row.quantity <= from + rung.size
    return fits ? rung.price : 'more was taken than the level holds'
  }
  const { limit } = order
  if (limit === undefined || !isMarketable(order.side, limit, quote)) return 'the limit was not reached'
  if (rule === 'opening') {
    if (!quote.opening) return 'the quote opens no session'
    return (order.side === 'buy' ? least(limit, quote.last) : greatest(limit, quote.last)) as typeof limit
  }
  const before = feed.quote(quote.key, quote.receivedTime - 1)
  const rested = before !== undefined && worksOn(order, before) && !isMarketable(order.side, limit, before)
  return rested ? limit : 'the order was not resting at its limit'
}

function wrongWithLiquidation(
  row: StoredClosing,
  direction: Direction,
  verification: FillVerification,
): string | undefined {
  const quote = quoteOf(row.quote, verification)
  if (quote === undefined) return `the quote ${row.quote} cannot be made again`
  const expected = worth(verification.describe(quote.key, quote.venueTime), markOf(direction, quote), row.quantity)
  return expected === row.exit ? undefined : 'was not at the exit side of its quote'
}
