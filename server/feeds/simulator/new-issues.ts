import { createHash } from 'node:crypto'
import { present } from '@mex/core/assert.ts'
import { addBusinessDays, isBusinessDay, sessionOn, type Calendar } from '@mex/core/market/calendar.ts'
import { shareMarkets, sources, type Name, type ShareMarket } from '@mex/core/market/instrument.ts'
import type { NewIssue, OfferTimeline } from '@mex/core/offerings/new-issue.ts'
import { dayMilliseconds, dayNumber, instantOf, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { marketDefaults } from '#feeds/market-defaults.ts'
import { levels } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { openDraws, type Draws } from './draws.ts'
import { drawTerms } from './issue-terms.ts'
import { logUnits } from './log-price.ts'

/**
 * The new issues of the simulated market (rulebook §20.1). Their terms are drawn under the secret of the day of their publication,
 * their first price under that of the day of their listing, the seed of their draw under that of the day on which they close: so
 * nobody knows anything before it is told, and the revealed secrets prove it afterwards.
 */
export type NewIssues = {
  /** Those that are published by an instant, by market and then by time; the same list until another is published. */
  readonly published: (now: number) => readonly DrawnIssue[]
  /** SHA-256 of the seed of a draw: public from the publication on. */
  readonly commitmentOf: (issue: NewIssue) => string
  /** The seed of a draw, 32 bytes in hexadecimal: secret until the offer has closed. */
  readonly seedOf: (issue: NewIssue) => string
}

/** A new issue with the parts that only the market needs. */
export type DrawnIssue = NewIssue & {
  /** Key of its sector. */
  readonly sectorKey: string
  readonly pathId: number
}

/** The publication of the first issue of the first market. */
const firstDay = dayNumber('2026-01-05')
/** Days between two issues of a market. The markets follow each other. */
const issueDays = 5
const offsets: Readonly<Record<ShareMarket, number>> = { US: 0, HK: 2, MX: 4 }
/** Days from the publication to the opening of the offer, and for how many days it is open at least. */
const noticeDays = 2
const openDays = 6
const opensMinute = 9 * 60
const closesMinute = 12 * 60
const hour = 3_600_000
/** Hours from the close to the allotment, and from there until when what is missing can be paid (rulebook §20.1, §20.3). */
const allotmentHours = 24
const payHours = 24
/** What is missing is paid before the shares have a price, or payment would be a free option on it. */
const payBeforeListing = hour

/** Path ids of issues; those of the catalogue are below. */
const firstPathId = 20_000
const pathIdsOfMarket = 100_000

export const zones = { US: 'America/New_York', HK: 'Asia/Hong_Kong', MX: 'America/Mexico_City' } as const

export function openNewIssues(catalogue: Catalogue, keys: DayKeys): NewIssues {
  const calendarOf = (market: ShareMarket): Calendar => {
    const session = present(marketDefaults[market].session, `the session of ${market}`)
    return present(catalogue.calendars.get(session), `the calendar ${session}`)
  }
  const naming = openNaming(catalogue)
  const known = new Map<ShareMarket, DrawnIssue[]>(shareMarkets.map((market) => [market, []]))
  let told: { readonly until: number; readonly issues: readonly DrawnIssue[] } | undefined

  function next(market: ShareMarket, number: number): DrawnIssue {
    const day = publicationDay(market, number)
    const timeline = timelineOf(calendarOf(market), market, day)
    const place = shareMarkets.indexOf(market)
    const draws = openDraws(keys, { day, level: levels.issues, id: place })
    const ticks = catalogue.ticksOn(market, utcDay(timeline.startsAt))
    const terms = drawTerms(draws, market, ticks)
    const { name, code, sector } = naming(draws, market, number)
    return {
      ...terms,
      ...timeline,
      source: sources.newStock,
      id: number * shareMarkets.length + place + 1,
      instrument: `${market}:${code}`,
      code,
      market,
      venue: venues[market](draws),
      name,
      sector: sector.name,
      sectorKey: sector.key,
      currency: marketDefaults[market].currency,
      zone: zones[market],
      ticks,
      pathId: firstPathId + place * pathIdsOfMarket + number,
    }
  }

  return {
    published(now) {
      if (told !== undefined && now < told.until && now >= told.until - dayMilliseconds) return told.issues
      const today = utcDay(now)
      const issues = shareMarkets.flatMap((market) => {
        const count = Math.max(0, Math.floor((today - publicationDay(market, 0)) / issueDays) + 1)
        const all = known.get(market)!
        while (all.length < count) all.push(next(market, all.length))
        return all.slice(0, count)
      })
      const same = told !== undefined && told.issues.length === issues.length
      told = { until: (today + 1) * dayMilliseconds, issues: same && told !== undefined ? told.issues : issues }
      return told.issues
    },
    commitmentOf: (issue) =>
      createHash('sha256')
        .update(Buffer.from(seedOf(keys, issue), 'hex'))
        .digest('hex'),
    seedOf: (issue) => seedOf(keys, issue),
  }
}

const publicationDay = (market: ShareMarket, number: number): DayNumber =>
  firstDay + offsets[market] + number * issueDays

/** When an offer opens and ends, by the calendar of its market and the day on which it is published. */
function timelineOf(calendar: Calendar, market: ShareMarket, day: DayNumber): OfferTimeline {
  const zone = zones[market]
  const startDay = day + noticeDays
  let endDay = startDay + openDays
  while (!isBusinessDay(calendar, endDay)) endDay += 1
  const endsAt = instantOf(zone, endDay, closesMinute)
  const allotsAt = endsAt + allotmentHours * hour
  const listed = present(sessionOn(calendar, addBusinessDays(calendar, endDay, 2)), 'the session of a listing')
  return {
    publishedAt: day * dayMilliseconds,
    startsAt: instantOf(zone, startDay, opensMinute),
    endsAt,
    allotsAt,
    payUntil: Math.min(allotsAt + payHours * hour, listed.open - payBeforeListing),
    listsAt: listed.open,
  }
}

const seedOf = (keys: DayKeys, { market, endsAt }: Pick<NewIssue, 'market' | 'endsAt'>): string =>
  openDraws(keys, { day: utcDay(endsAt), level: levels.seeds, id: shareMarkets.indexOf(market) }).bytes()

/** Deviation of the first price from that of the issue, as a logarithm. */
const firstDayDeviation = 0.16

/**
 * The first price of a share by that of its issue, as a logarithm in log units. On average it is the price of the issue, so that
 * applying, or not, gains nothing.
 */
export function firstRise(keys: DayKeys, { listsAt, pathId }: Pick<DrawnIssue, 'listsAt' | 'pathId'>): number {
  const draws = openDraws(keys, { day: utcDay(listsAt), level: levels.firstPrices, id: pathId })
  const rise = firstDayDeviation * draws.normal() - (firstDayDeviation * firstDayDeviation) / 2
  return Math.round(rise * logUnits)
}

const venues: Readonly<Record<ShareMarket, (draws: Draws) => string>> = {
  US: (draws) => draws.pick(['NASDAQ', 'NYSE']),
  HK: () => 'HKEX',
  MX: () => 'BMV',
}

type Named = {
  readonly name: Name
  readonly code: string
  readonly sector: { readonly key: string; readonly name: Name }
}

/** Hong Kong codes of issues: 07000 to 07999, each free again after 13 years. */
const hongKongCodes = 1000

/** Names and codes that no company has or had. They depend on the issues before, so they are given in the order of the numbers. */
function openNaming(catalogue: Catalogue): (draws: Draws, market: ShareMarket, number: number) => Named {
  const taken = new Set<string>()
  for (const { instrument, invented } of catalogue.fixed.values()) {
    taken.add(instrument.key)
    if (invented !== undefined) taken.add(`${instrument.market}:${invented.nextCode}`)
  }
  const sectors = [...catalogue.sectors.values()]

  function codeOf(market: ShareMarket, name: Name, number: number): string {
    if (market === 'HK') return `07${String(number % hongKongCodes).padStart(3, '0')}`
    for (const code of codesFor(name, market === 'US' ? 4 : 6)) if (!taken.has(`${market}:${code}`)) return code
    throw new Error(`Broken invariant: a code for ${name.en}`)
  }

  return (draws, market, number) => {
    const { issuerNames } = catalogue
    for (;;) {
      const sector = draws.pick(sectors)
      const first = draws.pick(issuerNames.first(market))
      const second = draws.pick(issuerNames.second(market, sector.key))
      const name = { en: `${first.en} ${second.en}`, zh: `${first.zh}${second.zh}` }
      // The names come back after all have been used twice over.
      const round = Math.floor(number / namesPerRound)
      if (taken.has(`${market} ${name.en} ${round}`)) continue
      taken.add(`${market} ${name.en} ${round}`)
      const code = codeOf(market, name, number)
      taken.add(`${market}:${code}`)
      return { name, code, sector }
    }
  }
}

/** Far fewer than the names that can be composed, so that a free one is soon found. */
const namesPerRound = 200

/** Codes of a length that resemble a name, then the same with another last letter or two. */
function* codesFor({ en }: Name, length: number): Generator<string> {
  const letters = en
    .normalize('NFD')
    .toUpperCase()
    .replace(/[^A-Z ]/g, '')
  const [head, ...rest] = letters.split(' ').map((word) => word.slice(0, 1) + word.slice(1).replace(/[AEIOU]/g, ''))
  const whole = `${head}${rest.join('')}${letters.replace(/ /g, '')}`
  yield whole.slice(0, length)
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
  for (const last of alphabet) yield `${whole.slice(0, length - 1)}${last}`
  for (const one of alphabet) for (const last of alphabet) yield `${whole.slice(0, length - 2)}${one}${last}`
}
