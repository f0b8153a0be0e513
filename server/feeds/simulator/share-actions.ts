import { nextSession, sessionOn, type Session } from '@mex/core/market/calendar.ts'
import type { CodeChange, CorporateAction, Dividend, Removal, Split } from '@mex/core/market/corporate-actions.ts'
import { isShareMarket, type Instrument, type ShareMarket } from '@mex/core/market/instrument.ts'
import { price } from '@mex/core/money/money.ts'
import { dayMilliseconds, minuteMilliseconds, type DayNumber } from '@mex/core/time-zone.ts'
import { steppedBlend, type BaseChange, type Blend, type FixedPrice } from './blend.ts'
import { companyReview, type Company } from './companies.ts'
import type { Engine } from './engine.ts'
import { hashDraw } from './hash-draw.ts'
import { logOfPrice, logUnits, priceOfLog } from './log-price.ts'
import type { MarketHours } from './market-hours.ts'
import { marketEpoch, priceLevelDay } from './model.ts'
import { minutesPerDay } from './time-grid.ts'

/**
 * The dividends and splits of a simulated share (rulebook §17.3, §17.4): when is fixed by its code, how much by its price
 * at the declaration. An invented company may also get another code or leave the market. The paths know nothing of them:
 * the price falls by a dividend at its ex instant, and after a split all prices, past ones included, are those of the new
 * shares.
 */
export type ShareActions = {
  /** What is declared by an instant, by ex instant. */
  readonly declared: (now: number) => readonly CorporateAction[]
  /** How many splits have taken effect by an instant. */
  readonly splits: (now: number) => number
  /** The prices, of any instant, in the shares that there are after so many splits. */
  readonly blend: (splits: number) => Blend
  /** Shares after so many splits for one share of the beginning. */
  readonly ratio: (splits: number) => number
  /** When the share leaves the market, if that is declared by an instant; else Infinity. */
  readonly removedAt: (now: number) => number
}

/** What a share pays: a yearly share of its price, in equal parts. */
type Payout = { readonly yearly: number; readonly times: number }

const payouts: Record<ShareMarket, { times: number; payers: number; least: number; most: number }> = {
  US: { times: 4, payers: 0.65, least: 0.003, most: 0.035 },
  HK: { times: 2, payers: 0.75, least: 0.01, most: 0.055 },
  MX: { times: 1, payers: 0.75, least: 0.01, most: 0.05 },
}

function payoutOf(market: ShareMarket, code: string, fundYield: number | undefined): Payout | undefined {
  const { times, payers, least, most } = payouts[market]
  // Where the fee is more than the dividends, there is nothing to pay.
  if (fundYield !== undefined) return fundYield > 0 ? { yearly: fundYield, times } : undefined
  if (hashDraw(`${code} pays a dividend`) >= payers) return undefined
  return { yearly: least + (most - least) * hashDraw(`${code} dividend yield`), times }
}

/** Days from the declaration of a dividend to its first day ex. */
const dividendNotice = 21
/** The least number of days from the declaration of a split to its first day ex. */
const splitNotice = 14
/** A share that costs this many times its base price is split; the new shares cost about the base price. */
const splitFrom = 3
/** A share that costs less than this part of its base price is consolidated, ten to one. */
const consolidateBelow = 1 / 8
const splitReview = 365
/** Dividends are whole cents. */
const cent = 1_000_000n

/** The inputs of a share's actions: its price without them, and its market. */
export type ShareFacts = {
  readonly instrument: Instrument
  readonly blend: Blend
  /** Its price on the day of the base prices. */
  readonly basePrice: number
  readonly engine: Engine
  readonly hours: MarketHours
  /** Only an invented company leaves the market or gets another code. */
  readonly company: Company | undefined
  /** The yearly dividends of a fund by its price; undefined for a company, which has its own. */
  readonly fundYield: number | undefined
  /** A new issue pays no dividend and is not split in the year that it is listed. */
  readonly isIssue: boolean
}

type Declaration = { readonly declaredAt: number; readonly exAt: number; readonly exDate: string }
/** A fall of the price by a dividend. */
type Step = { readonly exAt: number; readonly log: number }
/** What a split has made of the price, and of one share of the beginning. */
type SplitScale = { readonly exAt: number; readonly log: number; readonly ratio: number }

/** Everything about a share's actions up to an instant, computed forward in the order of time. */
type Progress = ShareFacts & {
  readonly payout: Payout | undefined
  readonly timetable: Timetable
  readonly actions: CorporateAction[]
  readonly steps: Step[]
  /** The first is that of the beginning. */
  readonly splits: SplitScale[]
  /** The sum of the steps so far. */
  fallen: number
  /** How many dividends have been paid. */
  dividendNumber: number
  /** The one that is declared; without an action if it is less than a cent. */
  dividend: { readonly action: Dividend | undefined; readonly exAt: number } | undefined
  reviewDay: DayNumber
  split: Split | undefined
  /** The next day on which the future of a company is decided. */
  companyDay: DayNumber
  codeChange: CodeChange | undefined
  removal: Removal | undefined
  /** Epoch milliseconds. */
  known: number
}

/** Undefined for anything but a share. */
export function openShareActions(facts: ShareFacts): ShareActions | undefined {
  const { market, code } = facts.instrument
  if (!isShareMarket(market)) return undefined
  const payout = facts.isIssue ? undefined : payoutOf(market, code, facts.fundYield)
  // Dividends lower the price until the day of the base prices, on which its median is to be the base price.
  const lift = Math.round((payout?.yearly ?? 0) * ((priceLevelDay - marketEpoch) / 365) * logUnits)
  const progress: Progress = {
    ...facts,
    payout,
    timetable: openTimetable(facts, payout),
    actions: [],
    steps: [],
    splits: [{ exAt: -Infinity, log: lift, ratio: 1 }],
    fallen: 0,
    dividendNumber: 0,
    dividend: undefined,
    reviewDay: facts.isIssue ? Infinity : marketEpoch + 1 + Math.floor(splitReview * hashDraw(`${code} split review`)),
    split: undefined,
    companyDay: facts.company?.firstReview ?? Infinity,
    codeChange: undefined,
    removal: undefined,
    known: -Infinity,
  }
  const { actions, splits } = progress
  const blends: Blend[] = []
  return {
    declared(now) {
      reach(progress, now)
      return actions.filter(({ declaredAt }) => declaredAt <= now).toSorted((one, other) => one.exAt - other.exAt)
    },
    splits(now) {
      reach(progress, now)
      return splits.findLastIndex(({ exAt }) => exAt <= now)
    },
    blend: (number) => (blends[number] ??= steppedBlend(facts.blend, (day) => changeOn(progress, number, day))),
    ratio: (number) => splits[number]!.ratio,
    removedAt(now) {
      reach(progress, now)
      const { removal } = progress
      return removal === undefined || removal.declaredAt > now ? Infinity : removal.exAt
    },
  }
}

const scaleOf = ({ splits }: Progress): SplitScale => splits.at(-1)!

/** The price at the start of a UTC day, in the shares of that time. */
function priceAtMidnight(progress: Progress, day: DayNumber): number {
  const { blend, engine, fallen } = progress
  const { base, loadings } = blend.termsOf(day)
  let log = base + scaleOf(progress).log + fallen
  for (const [index, path] of blend.paths.entries()) log += loadings[index]! * engine.chainOf(path).levelAt(day)
  return priceOfLog(log)
}

function declareDividend(progress: Progress, { declaredAt, exAt, exDate }: Declaration, payout: Payout): void {
  const yearly = priceAtMidnight(progress, declaredAt / dayMilliseconds) * payout.yearly
  const amount = price(BigInt(Math.round((yearly * 100) / payout.times)) * cent)
  const action: Dividend | undefined = amount > 0n ? { kind: 'dividend', amount, declaredAt, exAt, exDate } : undefined
  if (action !== undefined) progress.actions.push(action)
  progress.dividend = { action, exAt }
}

function payDividend(progress: Progress, { action, exAt }: NonNullable<Progress['dividend']>): void {
  const { blend, engine, fallen } = progress
  progress.dividend = undefined
  progress.dividendNumber += 1
  if (action === undefined) return
  const minute = exAt / minuteMilliseconds - 1
  const day = Math.floor(minute / minutesPerDay)
  const before = engine.scanEnd(blend, day, minute - day * minutesPerDay) + scaleOf(progress).log + fallen
  const cum = priceOfLog(before)
  // A price that has fallen to the dividend itself since the declaration keeps half.
  const log = logOfPrice(Math.max(cum - Number(action.amount) / 1e8, cum / 2)) - before
  progress.fallen += log
  progress.steps.push({ exAt, log })
}

function reviewSplit(progress: Progress): void {
  const { reviewDay, basePrice, timetable, dividendNumber } = progress
  const times = priceAtMidnight(progress, reviewDay) / basePrice
  progress.reviewDay += splitReview
  const to = times >= splitFrom ? BigInt(Math.min(10, Math.round(times))) : 1n
  const from = times <= consolidateBelow ? 10n : 1n
  if (to === from) return
  const declaredAt = reviewDay * dayMilliseconds
  const split: Split = { kind: 'split', to, from, declaredAt, ...timetable.splitAfter(declaredAt, dividendNumber) }
  progress.split = split
  progress.actions.push(split)
}

function carryOutSplit(progress: Progress, { to, from, exAt }: Split): void {
  const { log, ratio } = scaleOf(progress)
  const times = Number(to) / Number(from)
  progress.split = undefined
  progress.splits.push({ exAt, log: log - logOfPrice(times), ratio: ratio * times })
}

/** Days from the declaration that a share leaves the market, or gets another code, to its first day. */
const companyNotice = 28

/** A share with a dividend or a split to come is decided about later, so that no two actions cross. */
function reviewCompany(progress: Progress, { review }: Company): void {
  const { companyDay: day, instrument, timetable, dividend, split } = progress
  if (dividend !== undefined || split !== undefined) {
    progress.companyDay += 1
    return
  }
  progress.companyDay += companyReview
  const outcome = review(day)
  const declared = { declaredAt: day * dayMilliseconds, ...timetable.exFrom(day + companyNotice) }
  if (outcome.kind === 'code' && progress.codeChange === undefined) {
    progress.codeChange = { kind: 'code', from: instrument.code, to: outcome.code, ...declared }
    progress.actions.push(progress.codeChange)
  } else if (outcome.kind === 'removal') {
    const cents = Math.max(1, Math.round(priceAtMidnight(progress, day) * outcome.factor * 100))
    progress.removal = { kind: 'removal', reason: outcome.reason, price: price(BigInt(cents) * cent), ...declared }
    progress.actions.push(progress.removal)
  }
}

/** Computes everything up to an instant. */
function reach(progress: Progress, instant: number): void {
  if (instant <= progress.known) return
  progress.known = instant
  for (;;) {
    const { payout, timetable, dividend, dividendNumber, split, reviewDay, company, companyDay, removal } = progress
    // A share that leaves has no other action.
    if (removal !== undefined) return
    const next = dividend === undefined && payout !== undefined ? timetable.dividend(dividendNumber) : undefined
    const dividendAt = dividend?.exAt ?? next?.declaredAt ?? Infinity
    const splitAt = split?.exAt ?? reviewDay * dayMilliseconds
    const companyAt = companyDay * dayMilliseconds
    if (Math.min(dividendAt, splitAt, companyAt) > instant) return
    if (company !== undefined && companyAt < Math.min(dividendAt, splitAt)) reviewCompany(progress, company)
    else if (splitAt < dividendAt) {
      if (split === undefined) reviewSplit(progress)
      else carryOutSplit(progress, split)
    } else if (dividend !== undefined) payDividend(progress, dividend)
    else if (next !== undefined && payout !== undefined) declareDividend(progress, next, payout)
  }
}

/** What the actions change in the base on a UTC day, in the shares of after so many splits. */
function changeOn(progress: Progress, number: number, day: DayNumber): BaseChange | FixedPrice {
  const midnight = day * dayMilliseconds
  const { splits, steps } = progress
  reach(progress, midnight + dayMilliseconds - 1)
  const { removal, company } = progress
  if (removal !== undefined && company !== undefined && removal.declaredAt <= midnight) {
    // Until it is paid the price is its present value: holding it earns the base rate, and nobody can earn more.
    const perMinute = (company.interest / 365 / minutesPerDay) * logUnits
    const minutes = (removal.exAt - midnight) / minuteMilliseconds
    const inShares = splits[number]!.log - scaleOf(progress).log
    return { base: logOfPrice(Number(removal.price) / 1e8) + inShares - perMinute * minutes, perMinute }
  }
  let shift = splits[number]!.log
  for (const { exAt, log } of steps) {
    if (exAt >= midnight + dayMilliseconds) break
    if (exAt >= midnight) return { shift, step: log, minute: (exAt - midnight) / minuteMilliseconds }
    shift += log
  }
  return { shift, step: 0, minute: 0 }
}

type Timetable = ReturnType<typeof openTimetable>

/** When a share's dividends and splits are declared and take effect: by its calendar and its code alone. */
function openTimetable({ instrument, hours }: ShareFacts, payout: Payout | undefined) {
  const calendar = hours.calendarOf(instrument.session)
  const spacing = payout === undefined ? 0 : 364 / payout.times
  const offset = dividendNotice + Math.floor(spacing * hashDraw(`${instrument.code} dividend day`))

  const sessionFrom = (day: DayNumber): Session =>
    sessionOn(calendar, day) ?? nextSession(calendar, day * dayMilliseconds)
  /** The first day ex, at or after a day; its instant is that of the first quote after the close before. */
  function exFrom(day: DayNumber) {
    const ex = sessionFrom(day)
    let before = ex.day - 1
    while (sessionOn(calendar, before) === undefined) before -= 1
    return {
      exDate: ex.date,
      exAt: hours.quotedFrom(instrument.session, sessionOn(calendar, before)!.close),
      day: ex.day,
    }
  }
  function dividend(number: number): Declaration {
    const { exDate, exAt, day } = exFrom(marketEpoch + offset + Math.floor(number * spacing))
    return { declaredAt: (day - dividendNotice) * dayMilliseconds, exAt, exDate }
  }
  return {
    dividend,
    exFrom(from: DayNumber): Omit<Declaration, 'declaredAt'> {
      const { exDate, exAt } = exFrom(from)
      return { exDate, exAt }
    },
    /** A split takes effect while no dividend is declared and not yet paid, so an amount never changes its shares. */
    splitAfter(declaredAt: number, dividendNumber: number): Omit<Declaration, 'declaredAt'> {
      let day = declaredAt / dayMilliseconds + splitNotice
      for (;;) {
        const { exDate, exAt, day: exDay } = exFrom(day)
        const nearby = payout === undefined ? [] : [0, 1, 2].map((more) => dividend(dividendNumber + more))
        if (!nearby.some((one) => exAt >= one.declaredAt && exAt <= one.exAt)) return { exDate, exAt }
        day = exDay + 1
      }
    },
  }
}
