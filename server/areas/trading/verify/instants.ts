import { sources } from '@mex/core/market/instrument.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import { isAuction } from '@mex/core/trading/execution.ts'
import type { StoredJournal } from '#areas/ledger/store-chain-links.ts'
import type { StoredAction } from '#areas/trading/corporate-actions/store-corporate-actions.ts'
import type { StoredCharge } from '#areas/trading/overnight/store-overnight.ts'
import type { StoredClosing, StoredExecution, Traded } from './store-verify.ts'

/** An instant at which the market or the clock changed rows of a user in one instrument, with all those rows. */
export type Instant = {
  readonly instrument: string
  readonly at: number
  /** The quote that its fills name; undefined where nothing was filled. */
  readonly quote: string | undefined
  readonly executions: readonly StoredExecution[]
  /** Closings that nobody ordered: liquidations and settlements. */
  readonly forced: readonly StoredClosing[]
  readonly journals: readonly StoredJournal[]
  /** Charges of nights that were booked then. */
  readonly charges: readonly StoredCharge[]
  /** Corporate actions that were booked then. */
  readonly actions: readonly StoredAction[]
  /** Orders that ended then without a complete fill, other than by a corporate action. */
  readonly ended: readonly Order[]
  /** False where charges or actions were booked and nothing else happened: the feed passed nothing then. */
  readonly hasPassed: boolean
  /** Ids of its first journal, of the first of an action, and of the first of a fill: what was free before could be spent. */
  readonly firstJournal: number | undefined
  readonly firstAction: number | undefined
  readonly firstFill: number | undefined
  /** Whether an order ended because its person had no money left for its fill. */
  readonly lackedFunds: boolean
  /** Whether orders ended because an auction had passed without filling them. */
  readonly leftAuction: boolean
  /** Whether positions were settled; whether they should have been is decided again. */
  readonly isSettlement: boolean
}

type Gathered = Pick<Instant, 'instrument' | 'at'> & {
  quote: string | undefined
  executions: StoredExecution[]
  forced: StoredClosing[]
  journals: StoredJournal[]
  charges: StoredCharge[]
  actions: StoredAction[]
  ended: Order[]
  /** Whether a corporate action ended an order. */
  hasSplit: boolean
  lackedFunds: boolean
  leftAuction: boolean
}

const nothingAt = (instrument: string, at: number): Gathered => ({
  instrument,
  at,
  quote: undefined,
  executions: [],
  forced: [],
  journals: [],
  charges: [],
  actions: [],
  ended: [],
  hasSplit: false,
  lackedFunds: false,
  leftAuction: false,
})

const fills: ReadonlySet<string> = new Set(['E31', 'E34', 'E35', 'E41'])
/** Nights, dividends, and fractions of splits. */
const ofBookings: ReadonlySet<string> = new Set(['E36', 'E37', 'E38', 'E39', 'E40'])
const ofActions: ReadonlySet<string> = new Set(['E38', 'E39', 'E40'])
/** Closings by corporate actions, which are booked, not traded: fractions of splits, and shares that leave. */
const isByAction = ({ reason }: StoredClosing): boolean => reason === 'split' || reason === 'delisting'

/** Whether more happened than that something due was booked; `split` are the orders that corporate actions ended. */
const passes = (instant: Gathered, split: ReadonlySet<number>): boolean =>
  instant.executions.length > 0 ||
  instant.forced.some((closing) => !isByAction(closing)) ||
  instant.ended.length > 0 ||
  instant.journals.some(
    ({ entry: { event, reference } }) =>
      !ofBookings.has(event) &&
      !(event === 'E32' && split.has(reference.id)) &&
      !(event === 'E41' && instant.forced.some(isByAction)),
  )

/**
 * In the order in which they were decided. Acceptances are not included: their rows have their own instants. That order is
 * the order of the journals: a list books what is due at its own time before it handles a quote of earlier.
 */
export function instantsOf(traded: Traded, journals: readonly StoredJournal[]): readonly Instant[] {
  const found = new Map<string, Gathered>()
  const instantAt = (instrument: string, at: number): Gathered => {
    const name = `${at} ${instrument}`
    const known = found.get(name) ?? nothingAt(instrument, at)
    found.set(name, known)
    return known
  }
  const instruments = instrumentsOf(traded)
  for (const execution of traded.executions) {
    const instant = instantAt(execution.order.instrument, execution.at)
    instant.executions.push(execution)
    instant.quote = execution.quote
  }
  for (const closing of traded.closings) {
    if (closing.order !== undefined) continue
    const instant = instantAt(instruments.get(`position ${closing.position}`) ?? '', closing.at)
    instant.forced.push(closing)
    // A settlement and a booking name a quote of the past.
    if (closing.reason !== 'expiry' && !isByAction(closing)) instant.quote = closing.quote
  }
  for (const charge of traded.charges)
    if (charge.booked !== undefined) instantAt(charge.instrument, charge.booked.at).charges.push(charge)
  for (const action of traded.actions) instantAt(action.instrument, action.at).actions.push(action)
  const split = new Set<number>()
  /** Orders that ended when a quote was handled, for it did not fill them: what they had reserved could be spent by others. */
  const endedByFill = new Set<number>()
  for (const order of traded.orders) {
    if (order.status !== 'ended') continue
    const instant = instantAt(order.instrument, order.changedAt)
    if (order.reason === 'CORPORATE_ACTION') {
      split.add(order.id)
      instant.hasSplit = true
      continue
    }
    instant.ended.push(order)
    // What a change had put aside is free for the fill that came before it.
    if (order.reason === 'FILLED_FIRST') endedByFill.add(order.id)
    if (order.reason !== 'NO_FUNDS' && order.reason !== 'AUCTION_UNFILLED') continue
    if (order.reason === 'NO_FUNDS') instant.lackedFunds = true
    else instant.leftAuction = true
    endedByFill.add(order.id)
  }
  for (const journal of journals) {
    const { event, at, reference } = journal.entry
    const instrument = instruments.get(`${reference.type} ${reference.id}`)
    if (instrument !== undefined && event !== 'E30') instantAt(instrument, at).journals.push(journal)
  }
  const isOfAction = (instant: Gathered, { entry: { event, reference } }: StoredJournal): boolean =>
    ofActions.has(event) ||
    (event === 'E32' && split.has(reference.id)) ||
    (event === 'E41' && instant.forced.some(isByAction))
  const isFill = ({ entry }: StoredJournal): boolean =>
    fills.has(entry.event) || (entry.event === 'E32' && endedByFill.has(entry.reference.id))
  const instants = Array.from(found.values(), (instant) => ({
    ...instant,
    hasPassed: (instant.charges.length + instant.actions.length === 0 && !instant.hasSplit) || passes(instant, split),
    firstJournal: instant.journals[0]?.id,
    firstAction: instant.journals.find((journal) => isOfAction(instant, journal))?.id,
    firstFill: instant.journals.find(isFill)?.id,
    isSettlement:
      instant.forced.some(({ reason }) => reason === 'expiry') ||
      (!instant.forced.some(isByAction) && instant.journals.some(({ entry }) => entry.event === 'E41')),
  }))
  return asDecided(instants.toSorted((one, other) => one.at - other.at))
}

/** Sorts instants, given by time, by their journals; one without journals comes after everything until its time. */
function asDecided(byTime: readonly Instant[]): readonly Instant[] {
  let newest = 0
  const placed = byTime.map((instant) => {
    newest = Math.max(newest, instant.firstJournal ?? 0)
    return { instant, place: instant.firstJournal ?? newest }
  })
  return placed.toSorted((one, other) => one.place - other.place).map(({ instant }) => instant)
}

/** Whether a quote was handled then: it filled something, or was a cross that passed orders by. */
export const hasTick = ({ quote, lackedFunds, leftAuction }: Instant, inForce: Quote | undefined): boolean =>
  quote !== undefined ||
  lackedFunds ||
  (leftAuction && inForce !== undefined && isAuction({ source: sources.auctionStock }, inForce))

/** The instrument of each row that a journal may refer to. */
export function instrumentsOf({ orders, positions, additions }: Traded): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const { id, instrument } of orders) found.set(`order ${id}`, instrument)
  for (const { id, instrument } of positions) found.set(`position ${id}`, instrument)
  for (const { id, position } of additions) found.set(`margin_addition ${id}`, found.get(`position ${position}`) ?? '')
  return found
}
