import type { Instrument } from '@mex/core/instrument.ts'
import { addMoney, nothing, subtractMoney, type Money, type Quantity, type Value } from '@mex/core/money.ts'
import { profitBetween, worth, type Position } from '@mex/core/positions.ts'
import { owedTotal } from '@mex/core/postings.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallets.ts'
import { inPesos, type DayResult, type OpenResult } from '#areas/wallet/actions.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import type { TradingDesk } from './actions.ts'
import { pricesAt } from './prices.ts'
import { listClosings, listPositions } from './store-lists.ts'
import { markPosition } from './views.ts'

const closingsMost = 500
const longestDayMilliseconds = 5 * 86_400_000

/**
 * Profit of the current or last trading day (rulebook §16.2 `todayProfit`) by wallet, in the wallet's currency: of open
 * positions and of what was closed today, measured from the opening price if opened today, else from the previous
 * close, less today's fees, with today's financing. What has no price or rate now is left out.
 */
export async function todayByWallet(desk: TradingDesk, context: PersonContext): Promise<ReadonlyMap<Wallet, Money>> {
  const { db, feed, now, person } = context
  const stored = await listPositions(db, person.userId, { source: undefined, instrument: undefined })
  const filter = { source: undefined, instrument: undefined, from: now - longestDayMilliseconds, to: undefined }
  const closed = await listClosings(db, person.userId, filter, { pageNumber: 1, pageSize: closingsMost })
  const prices = pricesAt(feed, now)
  const results = new Map<Wallet, Money>()
  const add = ({ wallet }: Position, result: Money): void =>
    void results.set(wallet, addMoney(results.get(wallet) ?? nothing, result))
  for (const { position } of stored) {
    const instrument = desk.parts.describe(position.instrument, now)
    const marked = markPosition(position, instrument, prices)
    const base = dayBase(desk, context, position, instrument, position)
    if (marked === undefined || base === undefined) continue
    const value = worth(instrument, marked.mark, position.quantity)
    const gained = profitBetween(position.direction, base.cost, value, marked.exchange)
    add(position, subtractMoney(gained, base.openedToday ? position.openingFee : nothing))
  }
  for (const { position, closing } of closed.rows) {
    const instrument = desk.parts.describe(position.instrument, now)
    if (closing.at < desk.timetable.dayStart(instrument, now)) continue
    const base = dayBase(desk, context, position, instrument, closing)
    const exchange = prices.exchange(instrument.currency, walletCurrency[position.wallet])
    if (base === undefined || exchange === undefined) continue
    const gained = profitBetween(position.direction, base.cost, closing.exit, exchange)
    const fees = addMoney(closing.fee, base.openedToday ? closing.openingFee : nothing)
    add(position, addMoney(subtractMoney(gained, fees), closing.financing))
  }
  return results
}

type Part = { readonly quantity: Quantity; readonly cost: Value }

/** What today's profit of a part is measured from; undefined where no previous close is known. */
function dayBase(
  desk: TradingDesk,
  { feed, now }: Context,
  position: Position,
  instrument: Instrument,
  part: Part,
): { readonly cost: Value; readonly openedToday: boolean } | undefined {
  if (position.openedAt >= desk.timetable.dayStart(instrument, now)) return { cost: part.cost, openedToday: true }
  const before = feed.day(instrument.key, now)?.previousClose
  return before === undefined ? undefined : { cost: worth(instrument, before, part.quantity), openedToday: false }
}

/** What the open positions of each wallet have gained and what they owe (rulebook §7.3). */
export async function openResults(
  desk: TradingDesk,
  tx: Tx,
  context: PersonContext,
): Promise<ReadonlyMap<Wallet, OpenResult>> {
  const prices = pricesAt(context.feed, context.now)
  const results = new Map<Wallet, OpenResult>()
  for (const { position } of await listPositions(tx, context.person.userId, {
    source: undefined,
    instrument: undefined,
  })) {
    const before = results.get(position.wallet) ?? { profit: nothing, owed: nothing }
    const marked = markPosition(position, desk.parts.describe(position.instrument, context.now), prices)
    results.set(position.wallet, {
      profit: addMoney(before.profit, marked?.profit ?? nothing),
      owed: addMoney(before.owed, owedTotal(position.owed)),
    })
  }
  return results
}

/** Today's result of everything but Hong Kong in MXN at mid, and of Hong Kong in HKD (rulebook §16.2). */
export async function dayResult(desk: TradingDesk, context: PersonContext): Promise<DayResult> {
  const results = await todayByWallet(desk, context)
  const hongKong = results.get('HK_STOCK') ?? nothing
  const others = [...results].filter(([wallet]) => wallet !== 'HK_STOCK')
  const amounts = others.map(([wallet, amount]) => ({ currency: walletCurrency[wallet], amount }))
  return { today: inPesos(context.feed, context.now, amounts), hongKong }
}
