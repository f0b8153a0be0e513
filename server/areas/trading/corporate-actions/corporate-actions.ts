import { present } from '@mex/core/assert.ts'
import {
  isBetween,
  isDividend,
  isRemoval,
  isSplit,
  ratioText,
  type CorporateAction,
  type Dividend,
} from '@mex/core/market/corporate-actions.ts'
import { marketOfKey, type Instrument, type Market } from '@mex/core/market/instrument.ts'
import { subtractMoney, type Money, type Rate } from '@mex/core/money/money.ts'
import { bookAction, dividendAmounts, isDueOn, isEndedBy, type DueAction } from '@mex/core/trading/corporate-actions.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import type { Trading } from '@mex/core/trading/trading.ts'
import type { Feed } from '#feeds/feed.ts'
import { bookingRate, type Prices } from '#areas/trading/prices.ts'

/** The public facts of corporate actions. */
export type ActionFacts = { readonly feed: Feed; readonly describe: (key: string, now: number) => Instrument }

/** An action of an instrument. */
export type ActionOf = { readonly key: string; readonly action: CorporateAction }

/**
 * The actions of all shares, also of those that have left, that take effect after one instant and by another, oldest first; also those that were
 * told too late, between the two.
 */
export const actionsBetween = ({ feed }: ActionFacts, after: number, until: number, now: number): readonly ActionOf[] =>
  [...feed.instruments(now).keys(), ...feed.removed(now).keys()]
    .flatMap((key) => feed.actions(key, now).map((action) => ({ key, action })))
    .filter(({ action }) => isBetween(action, after, until) || (action.declaredAt > after && action.exAt <= until))
    .toSorted((one, other) => one.action.exAt - other.action.exAt)

/** The facts of an action that has taken effect: the same for all users, whenever it is booked. */
function dueAction({ feed, describe }: ActionFacts, { key, action }: ActionOf): DueAction {
  const instrument = describe(key, action.exAt)
  const quote = present(feed.quote(key, action.exAt - 1), `the last quote of ${key} with the right`)
  const conversionRateOf: DueAction['conversionRateOf'] = (currency) =>
    present(bookingRate(feed, instrument.currency, currency, action.exAt), `the rate into ${currency}`)
  return { action, instrument, quote, conversionRateOf }
}

/**
 * Books the actions that have taken effect by `now` on the loaded rows, before anything else is decided about them. A
 * position remembers until when that is done. The market and the check of fills both call it.
 */
export function bookActions(facts: ActionFacts, trading: Trading, now: number): void {
  for (const [key, since] of oldestByInstrument(trading))
    for (const action of facts.feed.actions(key, now))
      if (action.exAt > since && action.exAt <= now && concernsAny(trading, key, action))
        bookAction(trading, dueAction(facts, { key, action }), now)
}

/** For each instrument the instant by which the actions of all its rows are booked: shares have years of earlier ones. */
function oldestByInstrument({ positions, orders }: Trading): ReadonlyMap<string, number> {
  const found = new Map<string, number>()
  const note = (key: string, instant: number): void =>
    void found.set(key, Math.min(instant, found.get(key) ?? Infinity))
  for (const { instrument, actionsUntil } of positions.values()) note(instrument, actionsUntil)
  for (const { instrument, acceptedAt } of orders.values()) note(instrument, acceptedAt)
  return found
}

function concernsAny({ positions, orders }: Trading, key: string, action: CorporateAction): boolean {
  for (const position of positions.values()) if (isDueOn(position, key, action)) return true
  for (const order of orders.values()) if (isEndedBy(order, key, action)) return true
  return false
}

/** The shares of a market that have left by an instant: from then on nobody holds them, whenever that is booked. */
export const removedKeys = ({ feed }: Pick<ActionFacts, 'feed'>, market: Market, now: number): readonly string[] =>
  [...feed.removed(now).keys()].filter((key) => marketOfKey(key) === market)

/** What is declared for an open position and has not taken effect: its next dividend at present rates, its split, its end. */
export function nextActions(
  { feed }: Pick<ActionFacts, 'feed'>,
  position: Position,
  instrument: Instrument,
  prices: Prices,
) {
  const coming =
    position.state === 'CLOSED' ? [] : feed.actions(instrument.key, prices.now).filter(({ exAt }) => exAt > prices.now)
  const [dividend, split, removal] = [coming.find(isDividend), coming.find(isSplit), coming.find(isRemoval)]
  const rate = prices.conversionRate(instrument.currency, position.currency)
  return {
    nextDividend:
      dividend === undefined || rate === undefined
        ? undefined
        : { exDate: dividend.exDate, exAt: dividend.exAt, amount: netDividend(dividend, position, instrument, rate) },
    nextSplit: split === undefined ? undefined : { exDate: split.exDate, exAt: split.exAt, ratio: ratioText(split) },
    nextRemoval:
      removal === undefined ? undefined : { exDate: removal.exDate, exAt: removal.exAt, price: removal.price },
  }
}

function netDividend(action: Dividend, position: Position, instrument: Instrument, rate: Rate): Money {
  const { gross, tax } = dividendAmounts({ action, instrument, conversionRateOf: () => rate }, position)
  return subtractMoney(gross, tax)
}
