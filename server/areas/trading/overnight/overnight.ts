import { present } from '@mex/core/assert.ts'
import { addBusinessDays, isBusinessDay, sessionOn, type Calendar } from '@mex/core/market/calendar.ts'
import { isBetween, isRemoval, isSplit, priceAfter } from '@mex/core/market/corporate-actions.ts'
import { marketOfKey, markets, type Instrument, type Market, type SessionName } from '@mex/core/market/instrument.ts'
import { rolloverOn } from '@mex/core/market/nights.ts'
import { marketRules, type OvernightRules } from '@mex/core/market/products.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { price, type Money, type Price, type Rate } from '@mex/core/money/money.ts'
import { dayMilliseconds, instantOf, isoDate, localDay, type DayNumber } from '@mex/core/time-zone.ts'
import { overnightAmount, type Night } from '@mex/core/trading/overnight.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'
import type { Feed } from '#feeds/feed.ts'
import { isListedMarket, marketDefaults } from '#feeds/market-defaults.ts'
import { pricesAt, type Prices } from '#areas/trading/prices.ts'

/** The instant at which a night begins for the positions of a market. */
export type CutOff = {
  readonly market: Market
  readonly kind: OvernightRules['kind']
  /** Epoch milliseconds. */
  readonly at: number
  /** 'financing 2026-11-20': unique among the nights of a market. */
  readonly period: string
  readonly nights: number
}

/** Calendars by session name, as the catalogue reads them. */
type Calendars = ReadonlyMap<SessionName, Calendar>

/** The markets whose positions are charged for nights. */
const chargedMarkets = markets.filter((market) => marketRules[market].overnight !== undefined)

/** The cut-off of a market on a local day (rulebook §17.1, §17.2); undefined on a day without one. */
function cutOffOn(calendars: Calendars, market: Market, day: DayNumber): CutOff | undefined {
  const rules = marketRules[market].overnight
  if (rules === undefined) return undefined
  const { kind } = rules
  if (kind === 'swap') {
    const rollover = rolloverOn(day)
    if (rollover === undefined) return undefined
    return { market, kind, at: rollover.instant, period: `${kind} ${isoDate(day)}`, nights: rollover.nights }
  }
  const calendar = calendarOf(calendars, market)
  const session = isBusinessDay(calendar, day) ? sessionOn(calendar, day) : undefined
  if (session === undefined) return undefined
  const at = rules.cutOffMinute === undefined ? session.close : instantOf(calendar.zone, day, rules.cutOffMinute)
  return { market, kind, at, period: `${kind} ${session.date}`, nights: addBusinessDays(calendar, day, 1) - day }
}

/** The calendar of a market's shares, or of its pairs. */
function calendarOf(calendars: Calendars, market: Market): Calendar {
  const session = isListedMarket(market) ? marketDefaults[market].session : undefined
  return present(session === undefined ? undefined : calendars.get(session), `the calendar of ${market}`)
}

/** The cut-offs of a market after an instant, without end; none for a market whose nights cost nothing. */
function* cutOffsAfter(calendars: Calendars, market: Market, after: number): Generator<CutOff> {
  if (marketRules[market].overnight === undefined) return
  for (let day = localDay(calendarOf(calendars, market).zone, after); ; day += 1) {
    const cutOff = cutOffOn(calendars, market, day)
    if (cutOff !== undefined && cutOff.at > after) yield cutOff
  }
}

/** The cut-offs of a market in (after, until], oldest first. */
export function cutOffsOf(calendars: Calendars, market: Market, after: number, until: number): readonly CutOff[] {
  const found: CutOff[] = []
  for (const cutOff of cutOffsAfter(calendars, market, after)) {
    if (cutOff.at > until) break
    found.push(cutOff)
  }
  return found
}

/** The cut-offs of all markets in (after, until], oldest first. */
export const cutOffsBetween = (calendars: Calendars, after: number, until: number): readonly CutOff[] =>
  chargedMarkets
    .flatMap((market) => cutOffsOf(calendars, market, after, until))
    .toSorted((one, other) => one.at - other.at)

/** The next cut-off of a market after an instant; undefined for a market whose nights cost nothing. */
export function nextCutOff(calendars: Calendars, market: Market, after: number): CutOff | undefined {
  const [next] = cutOffsAfter(calendars, market, after)
  return next
}

/** The first cut-off of any market after an instant. */
export const firstCutOff = (calendars: Calendars, after: number): number =>
  Math.min(...chargedMarkets.map((market) => nextCutOff(calendars, market, after)?.at ?? Infinity))

export type NightFacts = {
  readonly feed: Feed
  readonly calendars: Calendars
  /** Yearly interest by currency or metal (rulebook §31 `fin.base.*`). */
  readonly interest: ReadonlyMap<string, Rate>
  readonly describe: (key: string, now: number) => Instrument
}

/** Interest of an instrument's currency and, of a pair, of its base; undefined where a night costs nothing or a rate is missing. */
export function interestOf(
  interest: NightFacts['interest'],
  instrument: Pick<Instrument, 'market' | 'code' | 'currency'>,
): Pick<Night, 'rules' | 'interest' | 'baseInterest'> | undefined {
  const rules = marketRules[instrument.market].overnight
  const own = interest.get(instrument.currency)
  if (rules === undefined || own === undefined) return undefined
  // The code of a pair is its base and its quote.
  const base = rules.kind === 'swap' ? interest.get(instrument.code.slice(0, 3)) : undefined
  if (rules.kind === 'swap' && base === undefined) return undefined
  return { rules, interest: own, baseInterest: base }
}

/** The next night of an instrument, with the interest that it counts: what a ticket needs to say its cost. */
export function nextNight(
  { calendars, interest }: Pick<NightFacts, 'calendars' | 'interest'>,
  instrument: Instrument,
  now: number,
) {
  const rates = interestOf(interest, instrument)
  const cutOff = nextCutOff(calendars, instrument.market, now)
  if (rates === undefined || cutOff === undefined) return undefined
  return { ...rates, at: cutOff.at, nights: cutOff.nights }
}

/** What an open position will be charged or credited for its next night, at present prices; undefined if nothing. */
export function nextCharge(
  facts: Pick<NightFacts, 'calendars' | 'interest' | 'feed'>,
  position: Position,
  instrument: Instrument,
  prices: Prices,
): { readonly amount: Money; readonly at: number; readonly nights: number } | undefined {
  const night = position.state === 'CLOSED' ? undefined : nextNight(facts, instrument, prices.now)
  const quote = prices.quote(instrument.key)
  const conversionRate = prices.conversionRate(instrument.currency, walletCurrency[position.wallet])
  if (night === undefined || quote === undefined || conversionRate === undefined) return undefined
  const leaving = facts.feed.actions(instrument.key, prices.now).find(isRemoval)
  if (leaving !== undefined && leaving.exAt <= night.at) return undefined
  const amount = overnightAmount(position, { ...night, instrument, price: quote.last, conversionRate })
  return amount === 0n ? undefined : { amount, at: night.at, nights: night.nights }
}

/** What a charge says of its night. */
type NightCharge = { readonly instrument: string; readonly cutOff: number; readonly nights: number }

/**
 * The public facts of a night for an instrument and a wallet, as they were at the cut-off: the same for all positions.
 * Undefined as long as there is no price: a swap counts the first quote at or after the cut-off.
 */
export function nightOf(facts: NightFacts, charge: NightCharge, wallet: Wallet, now: number): Night | undefined {
  const { feed, interest, describe } = facts
  const instrument = describe(charge.instrument, charge.cutOff)
  const rates = interestOf(interest, instrument)
  if (rates === undefined) return undefined
  const found = rates.rules.kind === 'swap' ? rolloverPrice(feed, charge, now) : closingPrice(facts, charge)
  const conversionRate = pricesAt(feed, charge.cutOff).conversionRate(instrument.currency, walletCurrency[wallet])
  if (found === undefined || conversionRate === undefined) return undefined
  return { ...rates, instrument, nights: charge.nights, price: found, conversionRate }
}

/** `nightOf` that looks up each night once: its facts never change. */
export type KnownNights = (charge: NightCharge, wallet: Wallet, now: number) => Night | undefined

const nightsMax = 4096

export function openKnownNights(facts: NightFacts): KnownNights {
  const known = new Map<string, Night>()
  return (charge, wallet, now) => {
    const name = `${charge.instrument} ${charge.cutOff} ${wallet}`
    const night = known.get(name) ?? nightOf(facts, charge, wallet, now)
    if (night === undefined) return undefined
    if (known.size >= nightsMax) known.clear()
    known.set(name, night)
    return night
  }
}

const midOf = ({ bid, ask }: Quote): Price => price((bid + ask) / 2n)

/** The mid of the first quote at or after the cut-off, once that quote exists. */
function rolloverPrice(feed: Feed, { instrument, cutOff }: NightCharge, now: number): Price | undefined {
  const first = feed.quote(instrument, feed.nextTick(cutOff - 1))
  if (first !== undefined && first.venueTime >= cutOff) return first.venueTime <= now ? midOf(first) : undefined
  const latest = feed.quote(instrument, now)
  if (latest === undefined || latest.venueTime < cutOff) return undefined
  // The venue paused over the cut-off: its first quote is found between the cut-off and now.
  let [before, after] = [cutOff, latest.venueTime]
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2)
    if ((feed.quote(instrument, middle)?.venueTime ?? -Infinity) >= cutOff) after = middle
    else before = middle
  }
  const found = feed.quote(instrument, after)
  return found === undefined ? undefined : midOf(found)
}

/** The last price of the session whose cut-off it is. */
function closingPrice({ feed, calendars }: NightFacts, { instrument, cutOff }: NightCharge): Price | undefined {
  const calendar = calendarOf(calendars, marketOfKey(instrument))
  const session = sessionOn(calendar, localDay(calendar.zone, cutOff))
  return session === undefined ? undefined : feed.quote(instrument, session.close - 1)?.last
}

/** The facts of a night in the shares of a charge: by its cut-off a split may have taken effect since the close. */
export function nightInSharesOf(
  { feed }: Pick<NightFacts, 'feed'>,
  night: Night,
  { instrument, cutOff, actionsUntil }: NightCharge & { readonly actionsUntil: number },
): Night {
  const splits = feed.actions(instrument, cutOff).filter(isSplit)
  const since = splits.filter((split) => isBetween(split, cutOff - dayMilliseconds, actionsUntil))
  return since.length === 0 ? night : { ...night, price: since.reduce(priceAfter, night.price) }
}
