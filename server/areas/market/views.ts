import type { DepthLevel, FutureMonth, FutureQuote, Quote } from '@mex/contract/market/shapes.ts'
import type { Language } from '@mex/contract/language.ts'
import type { QuoteDelta } from '@mex/contract/push.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { present } from '@mex/core/assert.ts'
import { isRemoval } from '@mex/core/market/corporate-actions.ts'
import { changePercent, priceChange } from '@mex/core/market/price-change.ts'
import { ladder } from '@mex/core/trading/execution.ts'
import type { FutureContract, Instrument } from '@mex/core/market/instrument.ts'
import type { Price, Percent } from '@mex/core/money/money.ts'
import type { DaySummary, SessionFigures, YearRange } from '@mex/core/market/quote.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { isoDate, localDay } from '@mex/core/time-zone.ts'
import { isShortable } from '#areas/trading/under-offer.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { Closes } from '#feeds/bars/bar-service.ts'
import type { Feed } from '#feeds/feed.ts'
import { sparkline, type Row } from './quote-board.ts'
import { settlementOf } from './settlement-price.ts'

export type ViewDependencies = {
  readonly feed: Feed
  readonly catalogue: Catalogue
  readonly traditional: Traditional
  /** Whether trading in an instrument is halted. */
  readonly isHalted: (key: string) => boolean
}

/** Wire views of rows. The same row gives the same object, so that it is serialised only once per tick. */
export type Views = {
  quote(row: Row, reader: Reader, past: Past): Quote
  future(row: Row, reader: Reader, past: Past): FutureQuote
  month(row: Row, reader: Reader, past: Past): FutureMonth
}

/** The reader: language and watched instruments. */
export type Reader = { readonly language: Language; readonly watched: ReadonlySet<string> }

/** Past closes that views need, and their instant. */
export type Past = { readonly closes: Closes; readonly now: number }

export function openViews(dependencies: ViewDependencies): Views {
  const made = {
    quote: onePerReader<Quote>(dependencies),
    future: onePerReader<FutureQuote>(dependencies),
    month: onePerReader<FutureMonth>(dependencies),
  }
  const quote: Views['quote'] = (row, reader, past) =>
    made.quote(row, reader, past, () => quoteView(dependencies, row, reader, past))
  const future: Views['future'] = (row, reader, past) =>
    made.future(row, reader, past, () => {
      const { product, productName } = contractOf(row.instrument)
      const name = textIn(productName, reader.language, dependencies.traditional)
      return { ...quote(row, reader, past), product, productName: name }
    })
  const month: Views['month'] = (row, reader, past) =>
    made.month(row, reader, past, () => ({
      ...future(row, reader, past),
      lastTradeDate: lastTradeDate(dependencies, row.instrument),
    }))
  return { quote, future, month }
}

/** A view is cached for all readers of a kind while its row, the halt of its instrument and the offers for it do not change. */
function onePerReader<View>({ feed, isHalted }: ViewDependencies) {
  const views = new WeakMap<Row, Map<string, View>>()
  return (row: Row, { language, watched }: Reader, { closes, now }: Past, make: () => View): View => {
    const own = views.get(row) ?? new Map<string, View>()
    views.set(row, own)
    // A view without closes, which were refused, is cached apart: other readers may have theirs.
    const { key } = row.instrument
    const name = `${language} ${watched.has(key)} ${closes.has(key)} ${isHalted(key)} ${isShortable(feed, row.instrument, now)}`
    const known = own.get(name)
    if (known !== undefined) return known
    const view = make()
    own.set(name, view)
    return view
  }
}

function quoteView(
  dependencies: ViewDependencies,
  row: Row,
  { language, watched }: Reader,
  { closes, now }: Past,
): Quote {
  const { instrument, quote, day, change, changeRatio, publicPrice } = row
  const { feed, catalogue, traditional, isHalted } = dependencies
  const profile = (catalogue.listing(instrument.key, now) ?? catalogue.ended(instrument.key, now))?.profile
  const isFuture = instrument.contract !== undefined
  return {
    source: instrument.source,
    market: instrument.market,
    venue: instrument.venue,
    classify: instrument.classify,
    code: instrument.code,
    name: textIn(instrument.name, language, traditional),
    last: quote.last,
    change,
    changeRatio,
    isFalling: change <= 0n,
    volume: day.volume,
    isWatched: watched.has(instrument.key),
    quotedAt: quote.venueTime,
    profile: profile === undefined ? undefined : textIn(profile, language, traditional),
    ...postMarket(day),
    ...preMarket(day),
    closes: sparkline(row, closes),
    open: day.open,
    previousClose: day.previousClose,
    high: day.high,
    low: day.low,
    // The year is only for pages of one instrument: its first computation may be slow (`withYear`).
    high52: undefined,
    low52: undefined,
    bid: quote.bid,
    ask: quote.ask,
    bidSize: quote.bidSize,
    askSize: quote.askSize,
    openInterest: day.openInterest,
    expiryDate: isFuture ? lastTradeDate(dependencies, instrument) : undefined,
    ...endOf(feed, instrument, now),
    previousSettle: isFuture ? day.previousClose : undefined,
    currency: instrument.currency,
    lot: instrument.lot,
    tick: tickAt(instrument.ticks, quote.last),
    multiplier: instrument.multiplier,
    leverageCap: instrument.leverageCap,
    shortable: isShortable(feed, instrument, now),
    phase: quote.phase,
    halted: isHalted(instrument.key),
    mode: feed.mode,
    delaySeconds: feed.delayOf(instrument.market),
    doubt: publicPrice?.doubt,
    publicPrice,
    quoteId: quote.id,
    lastSession: day.lastSession === undefined ? undefined : sessionView(day.lastSession),
    sinceClose: day.sinceClose,
  }
}

/** The last trade of a contract, or of a share that has left; once it is over, when and at which price positions are closed. */
function endOf(feed: Feed, instrument: Instrument, now: number) {
  const { key, contract } = instrument
  const removal = feed.removed(now).has(key) ? feed.actions(key, now).find(isRemoval) : undefined
  if (removal !== undefined) return { lastTradeAt: removal.exAt, settlePrice: removal.price, settlesAt: removal.exAt }
  const settlement = settlementOf(feed, instrument, now)
  return { lastTradeAt: contract?.lastTrade, settlePrice: settlement?.price, settlesAt: settlement?.at }
}

/** An ended session; its change is undefined if the close before it is not known. */
function sessionView({ date, open, high, low, close, previousClose, volume }: SessionFigures): Quote['lastSession'] {
  const change = previousClose === undefined ? undefined : priceChange(close, previousClose)
  const changeRatio = previousClose === undefined ? undefined : changePercent(close, previousClose)
  return { date, open, high, low, close, change, changeRatio, volume }
}

/** The view with the highest and lowest price of the past year. */
export function withYear(view: Quote, year: YearRange | undefined): Quote {
  return { ...view, high52: year?.high, low52: year?.low }
}

type Extended = { readonly change: Price | undefined; readonly ratio: Percent | undefined }

function extended(last: Price | undefined, close: Price): Extended {
  if (last === undefined) return { change: undefined, ratio: undefined }
  return { change: priceChange(last, close), ratio: changePercent(last, close) }
}

function postMarket({ postMarket: last, previousClose }: DaySummary) {
  const { change, ratio } = extended(last, previousClose)
  return { hasPostMarket: change !== undefined, postMarketChange: change, postMarketChangeRatio: ratio }
}

function preMarket({ preMarket: last, previousClose }: DaySummary) {
  const { change, ratio } = extended(last, previousClose)
  return { hasPreMarket: change !== undefined, preMarketChange: change, preMarketChangeRatio: ratio }
}

const contractOf = ({ contract, key }: Instrument): FutureContract => present(contract, `the contract of ${key}`)

/** YYYY-MM-DD in the time zone of the exchange. */
function lastTradeDate({ catalogue }: ViewDependencies, instrument: Instrument): string {
  const { zone } = present(catalogue.calendars.get(instrument.session), `the calendar of ${instrument.key}`)
  return isoDate(localDay(zone, contractOf(instrument).lastTrade))
}

/** The fields of a quote that a tick changes. */
export function deltaView({ instrument, quote, day, change, changeRatio, publicPrice }: Row): QuoteDelta {
  const { last, bid, ask, phase, id } = quote
  const { open, high, low, previousClose, volume, sinceClose } = day
  const figures = { last, change, changeRatio, open, high, low, previousClose, volume, bid, ask }
  return { code: instrument.code, ...figures, phase, sinceClose, quoteId: id, publicPrice }
}

/** The public ladder of both sides (rulebook §15); where one side ends at zero, the levels beyond are left out. */
export function depthView({ instrument, quote }: Row): readonly DepthLevel[] {
  const bids = ladder(instrument, quote, 'sell')
  return ladder(instrument, quote, 'buy').flatMap((ask) => {
    const bid = bids[ask.level]
    if (bid === undefined) return []
    return [{ level: ask.level, bid: bid.price, bidSize: bid.size, ask: ask.price, askSize: ask.size }]
  })
}
