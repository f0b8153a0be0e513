import { present } from '@mex/core/assert.ts'
import { inception } from '@mex/core/follow/agency.ts'
import { addBusinessDays, marketDay, sessionOn, type Calendar, type Session } from '@mex/core/market/calendar.ts'
import { sharesSince } from '@mex/core/market/corporate-actions.ts'
import { isStopped, settleDays, type Campaign, type EndKind, type Exit, type Turn } from '@mex/core/follow/campaign.ts'
import type { Bar, Quote } from '@mex/core/market/quote.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { price, type Price } from '@mex/core/money/money.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { BarSource, Feed } from '#feeds/feed.ts'

/** The public prices that agencies and their campaigns see. */
export type PriceSources = Pick<Feed, 'quote' | 'actions'> &
  Pick<BarSource, 'bars'> & {
    readonly calendar: Calendar
    /** The bars of sessions that have ended, by instrument and day. */
    readonly days: Map<string, Bar>
  }

/** The bar of a session that has ended, in the shares of its end. */
export function dayBar({ bars, days }: PriceSources, key: string, session: Session): Bar {
  const name = `${key} ${session.day}`
  const known = days.get(name) ?? present(bars(key, '1D', session.open, 1, session.close)[0], `a bar of ${name}`)
  days.set(name, known)
  return known
}

/** A price of an instant in the shares of another: a split between them makes it another price of the same worth. */
function inSharesOf({ actions }: PriceSources, key: string, of: number, at: number, quoted: Price): Price {
  const [from, until] = of < at ? [of, at] : [at, of]
  const ratio = sharesSince(actions(key, until), from, until)
  if (ratio.to === ratio.from) return quoted
  const [times, by] = of < at ? [ratio.to, ratio.from] : [ratio.from, ratio.to]
  return price(divide(quoted * times, by, 'near'))
}

/** The close of a session in the shares of the inception: comparable from session to session, whatever was split between them. */
export const comparableClose = (sources: PriceSources, key: string, session: Session): Price =>
  inSharesOf(sources, key, inception * dayMilliseconds, session.close, dayBar(sources, key, session).close)

/** The close of a session in the shares of the opening of a campaign. */
export const closeFor = (sources: PriceSources, { instrument, opensAt }: Campaign, session: Session): Price =>
  inSharesOf(sources, instrument, opensAt, session.close, dayBar(sources, instrument, session).close)

type Deal = 'buy' | 'sell'
const own = ({ bid, ask }: Quote, deal: Deal): Price => (deal === 'buy' ? ask : bid)
const exitDeal = ({ side }: Campaign): Deal => (side === 'long' ? 'sell' : 'buy')

function turnAt(sources: PriceSources, { instrument, opensAt }: Campaign, at: number, deal: Deal): Turn {
  const found = present(sources.quote(instrument, at), `a quote of ${instrument}`)
  return { at, quoteId: found.id, price: inSharesOf(sources, instrument, opensAt, at, own(found, deal)) }
}

/** A purchase at the ask, or a short sale at the bid. */
export const entryOf = (sources: PriceSources, campaign: Campaign): Turn =>
  turnAt(sources, campaign, campaign.opensAt, campaign.side === 'long' ? 'buy' : 'sell')

/** The other turn, and when the money comes: at the opening of the next business day. */
export function exitAt(sources: PriceSources, campaign: Campaign, at: number, kind: EndKind): Exit {
  const { calendar } = sources
  const day = addBusinessDays(calendar, marketDay(calendar, at), settleDays)
  const settlesAt = present(sessionOn(calendar, day), 'the session of the settlement').open
  return { ...turnAt(sources, campaign, at, exitDeal(campaign)), kind, settlesAt }
}

/** The price at which a campaign would end at an instant. */
export function markOf(sources: PriceSources, campaign: Campaign, now: number): Price | undefined {
  const { instrument, opensAt } = campaign
  const found = sources.quote(instrument, now)
  return found === undefined ? undefined : inSharesOf(sources, instrument, opensAt, now, own(found, exitDeal(campaign)))
}

/** The longest session has so many minutes. */
const minutesMax = 1500

/**
 * When the stop of a campaign was met in a session, by an instant: the end of the first whole minute whose lowest or highest last price
 * reached it. The exit is the quote of that instant, so a gap passes the stop.
 */
export function stopIn(
  sources: PriceSources,
  campaign: Campaign,
  entry: Turn,
  { session, until }: { readonly session: Session; readonly until: number },
): number | undefined {
  const { instrument, opensAt, closesAt } = campaign
  const inOwn = (bar: Bar, quoted: Price): Price =>
    inSharesOf(sources, instrument, opensAt, Math.max(opensAt, bar.time * 1000), quoted)
  const isMet = (bar: Bar): boolean =>
    isStopped(campaign, entry.price, { low: inOwn(bar, bar.low), high: inOwn(bar, bar.high) })
  const whole =
    session.close <= until
      ? dayBar(sources, instrument, session)
      : sources.bars(instrument, '1D', session.open, 1, until)[0]
  if (whole === undefined || !isMet(whole)) return undefined
  const end = Math.min(until, session.close)
  const met = sources.bars(instrument, 'intraday', end, minutesMax, end).find((bar) => {
    const start = bar.time * 1000
    const ends = start + minuteMilliseconds
    return bar.outside === undefined && start >= opensAt && ends <= end && ends < closesAt && isMet(bar)
  })
  return met === undefined ? undefined : met.time * 1000 + minuteMilliseconds
}
