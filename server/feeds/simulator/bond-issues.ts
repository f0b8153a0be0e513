import { bondRules, settlementDay, type Bond, type BondCountry } from '@mex/core/bonds/bond.ts'
import { present } from '@mex/core/assert.ts'
import {
  addBusinessDays,
  calendarOf,
  officialPhase,
  sessionOn,
  type Calendar,
  type HoursMode,
} from '@mex/core/market/calendar.ts'
import { divide, greatest } from '@mex/core/money/decimal.ts'
import { formatRate, money, rate, rateOf, type Rate } from '@mex/core/money/money.ts'
import { dayNumber, instantOf, utcDay, weekday, type DayNumber } from '@mex/core/time-zone.ts'
import type { BondMarket, CountryCurves, YieldCurves } from '#feeds/bond-market.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { bondSeries, codeOf, nameOf, type BondSeries } from './bond-series.ts'
import { levels } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { openDraws } from './draws.ts'
import { openDrawnYields } from './yield-curve.ts'

/** Hours of bonds on business days, in minutes of the market's day (rulebook §13.4). */
const hours = { US: [8 * 60, 17 * 60], MX: [8 * 60, 14 * 60] } as const
/** The exchange whose holidays are those of the bonds of its country. */
const sessions = { US: 'us-equity', MX: 'mx-equity' } as const

/** The calendar of bonds: the business days of the country's exchange, without its early closes. */
function bondCalendar(catalogue: Catalogue, country: BondCountry): Calendar {
  const equity = present(catalogue.calendars.get(sessions[country]), `the calendar ${sessions[country]}`)
  const [start, end] = hours[country]
  return calendarOf({
    ...equity,
    hoursZone: equity.zone,
    hours: [{ from: dayNumber('1970-01-01'), stretches: [{ phase: 'regular', start, end }] }],
    short: new Map(),
  })
}

/** Ids are the number of an issue and the place of its series. */
const seriesMax = 100
/** The auction is at 13:00 of its market. */
const auctionMinute = 13 * 60
/** What matures sooner after its settlement is not offered. */
const offeredDaysMin = 7

/** Coupons are set on steps below the yield of the auction: eighths of a percent, quarters for a Bono M. */
const couponSteps = { note: rateOf('0.00125'), bono: rateOf('0.0025'), bill: undefined, cetes: undefined } as const

/** Issues on a calendar, coupons from the curve, prices from the curve (rulebook §13.6). The curves are drawn unless others are given. */
export function openBondIssues(
  catalogue: Catalogue,
  keys: DayKeys,
  mode: HoursMode,
  curves: YieldCurves = openDrawnYields(keys),
): BondMarket {
  const calendars = { US: bondCalendar(catalogue, 'US'), MX: bondCalendar(catalogue, 'MX') }
  const makers = bondSeries.map((series, place) => {
    const { country } = bondRules[series.kind]
    return openSeries(series, place, { keys, curves: curves[country], calendar: calendars[country] })
  })
  let told: { readonly from: number; readonly until: number; readonly bonds: readonly Bond[] } | undefined

  return {
    issues(now) {
      if (told !== undefined && now >= told.from && now < told.until) return told.bonds
      const parts = makers.map((maker) => maker.issued(now))
      const bonds = parts.flatMap((part) => part.bonds)
      told = {
        from: Math.max(...parts.map(({ from }) => from)),
        until: Math.min(...parts.map(({ next }) => next)),
        bonds,
      }
      return bonds
    },
    find(id, now) {
      const bond = makers[id % seriesMax]?.numbered(Math.floor(id / seriesMax), now)
      return bond !== undefined && bond.offeredFrom <= now ? bond : undefined
    },
    curve: (country, now) => curves[country].curve(now),
    calendar: (country) => calendars[country],
    phase(country, now) {
      const { until } = curves[country].curve(now) ?? { until: now }
      if (now >= until) return 'closed'
      if (officialPhase(calendars[country], now) === 'regular') return 'open'
      return mode === 'practice' ? 'practice' : 'closed'
    },
  }
}

type Making = { readonly keys: DayKeys; readonly curves: CountryCurves; readonly calendar: Calendar }

/** What a series has issued, and between which instants that is all of it. */
type Issued = { readonly bonds: readonly Bond[]; readonly from: number; readonly next: number }

function openSeries(series: BondSeries, place: number, making: Making) {
  const { since } = making.curves
  const made: Bond[] = []
  const offeredFrom = (number: number): number => firstOffered(series, number, making.calendar)

  /** Issues are made in their order, each when it is offered: its coupon follows from the curve of its auction. */
  function reach(now: number): number {
    while (offeredFrom(made.length) <= now) made.push(issue(series, place, made.length, making))
    return offeredFrom(made.length)
  }
  return {
    issued(now: number): Issued {
      if (now < since) return { bonds: [], from: -Infinity, next: since }
      const next = reach(now)
      const bonds = made.filter((bond) => bond.offeredFrom <= now)
      return { bonds, from: Math.max(since, bonds.at(-1)?.offeredFrom ?? -Infinity), next }
    },
    numbered(number: number, now: number): Bond | undefined {
      if (now < since) return undefined
      reach(now)
      return made[number]
    },
  }
}

/**
 * A bond is offered from the opening of the business day before its issue, so that the first purchases settle on the issue or after,
 * and never before its auction.
 */
function firstOffered(series: BondSeries, number: number, calendar: Calendar): number {
  const day = addBusinessDays(calendar, series.issuedOn(number), -1)
  const { open } = present(sessionOn(calendar, day), 'a business day has a session')
  return Math.max(open, auctionInstant(series, number, calendar))
}

function auctionInstant(series: BondSeries, number: number, calendar: Calendar): number {
  const latest = series.issuedOn(number) - series.auctionDaysBefore
  const day = latest - ((weekday(latest) - series.auctionWeekday + 7) % 7)
  return instantOf(calendar.zone, day, auctionMinute)
}

function issue(series: BondSeries, place: number, number: number, { keys, curves, calendar }: Making): Bond {
  const { kind, shown } = series
  const { country } = bondRules[kind]
  const [issued, matures] = [series.issuedOn(number), series.maturesOn(number)]
  // An issue that is older than the first curve has its coupon from that one.
  const auctionAt = Math.max(auctionInstant(series, number, calendar), curves.since)
  const curve = present(curves.curve(auctionAt), `a curve of ${country}`)
  const couponRate = couponOf(series, curve.yieldIn(matures - issued))
  const coupon = formatRate(rate(couponRate * 100n))
  const last = lastOffered(calendar, matures)
  const { totalFace, soldOutDays } = plan(keys, series, { place, auctionAt, life: matures - issued })
  return {
    id: number * seriesMax + place,
    code: codeOf(series, coupon, matures),
    name: nameOf(series, coupon, matures),
    kind,
    couponRate,
    issued,
    matures,
    offeredFrom: firstOffered(series, number, calendar),
    offeredUntil: Math.min(firstOffered(series, number + shown, calendar), last),
    totalFace,
    soldOutDays,
  }
}

function couponOf({ kind }: BondSeries, yearly: Rate): Rate {
  const step = couponSteps[kind]
  return step === undefined ? rate(0n) : rate(greatest(divide(yearly, step, 'floor') * step, step))
}

/** The instant from which a purchase would settle too shortly before maturity. */
function lastOffered(calendar: Calendar, matures: DayNumber): number {
  let day = matures - offeredDaysMin
  while (sessionOn(calendar, day) === undefined) day -= 1
  let { close } = present(sessionOn(calendar, day), 'a session')
  while (settlementDay(calendar, close - 1) > matures - offeredDaysMin) {
    day = addBusinessDays(calendar, day, -1)
    close = present(sessionOn(calendar, day), 'a session').close
  }
  return close
}

/** Face on offer in units of a million, and how fast it goes: a bond may be sold out before it matures (rulebook §19). */
const millions = { US: [50, 200], MX: [500, 2000] } as const
const paceMin = 0.7
const paceSpread = 0.6

type Planned = { readonly place: number; readonly auctionAt: number; readonly life: number }

function plan(keys: DayKeys, { kind }: BondSeries, { place, auctionAt, life }: Planned) {
  const draws = openDraws(keys, { day: utcDay(auctionAt), level: levels.bondTerms, id: place })
  const [least, most] = millions[bondRules[kind].country]
  const total = least + Math.floor(draws.next() * (most - least + 1))
  return {
    totalFace: money(BigInt(total) * 100_000_000n),
    soldOutDays: Math.max(1, Math.floor(life * (paceMin + paceSpread * draws.next()))),
  }
}
