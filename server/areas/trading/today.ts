import type { Instrument } from '@mex/core/instrument.ts'
import {
  addMoney,
  convert,
  nothing,
  subtractMoney,
  value,
  type Money,
  type Quantity,
  type Value,
} from '@mex/core/money.ts'
import { profitBetween, worth, type Position } from '@mex/core/positions.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallets.ts'
import type { Context, PersonContext } from '#context.ts'
import type { TradingDesk } from './actions.ts'
import { pricesAt } from './prices.ts'
import { listClosings, listPositions } from './store-lists.ts'
import { markPosition } from './views.ts'

const closingsMost = 500
const longestDayMilliseconds = 5 * 86_400_000

/**
 * Profit of the current or last trading day in one wallet (rulebook §16.2 `todayProfit`): of open positions and of
 * what was closed today, measured from the opening price if opened today, else from the previous close, less today's
 * fees, with today's financing. In the wallet's currency; what has no price or rate now is left out.
 */
export async function todayOf(desk: TradingDesk, context: PersonContext, wallet: Wallet): Promise<Money> {
  const { db, feed, now, person } = context
  const stored = await listPositions(db, person.userId, { source: undefined, instrument: undefined })
  const filter = { source: undefined, instrument: undefined, from: now - longestDayMilliseconds, to: undefined }
  const closed = await listClosings(db, person.userId, filter, { pageNumber: 1, pageSize: closingsMost })
  const open = stored.filter(({ position }) => position.wallet === wallet)
  const prices = pricesAt(feed, now)
  const profits = open.map(({ position }) => {
    const instrument = desk.parts.describe(position.instrument, now)
    const marked = markPosition(position, instrument, prices)
    const base = dayBase(desk, context, position, instrument, position)
    if (marked === undefined || base === undefined) return nothing
    const gained = profitBetween(
      position.direction,
      base.cost,
      worth(instrument, marked.mark, position.quantity),
      marked.exchange,
    )
    return subtractMoney(gained, base.openedToday ? position.openingFee : nothing)
  })
  const realised = closed.rows
    .filter(({ position }) => position.wallet === wallet)
    .map(({ position, closing }) => {
      const instrument = desk.parts.describe(position.instrument, now)
      if (closing.at < desk.timetable.dayStart(instrument, now)) return nothing
      const base = dayBase(desk, context, position, instrument, closing)
      const exchange = prices.exchange(instrument.currency, walletCurrency[wallet])
      if (base === undefined || exchange === undefined) return nothing
      const gained = profitBetween(position.direction, base.cost, closing.exit, exchange)
      const fees = addMoney(closing.fee, base.openedToday ? closing.openingFee : nothing)
      return addMoney(subtractMoney(gained, fees), closing.financing)
    })
  return addMoney(...profits, ...realised)
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

/** An amount of one wallet's currency in another's, at mid; undefined without a rate. */
export function atMid({ feed, now }: Context, amount: Money, from: Wallet, to: Wallet): Money | undefined {
  const rate = pricesAt(feed, now).exchange(walletCurrency[from], walletCurrency[to])
  return rate === undefined ? undefined : convert(value(amount * 1_000_000n), rate, 'near')
}
