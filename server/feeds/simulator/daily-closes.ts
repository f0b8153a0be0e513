import { present } from '@mex/core/assert.ts'
import type { SessionName } from '@mex/core/market/instrument.ts'
import { dayMilliseconds, type DayNumber } from '@mex/core/time-zone.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { Listing } from '#feeds/listing.ts'
import type { Blend } from './blend.ts'
import { openDaySecrets } from './day-secrets.ts'
import { type Engine, openEngine } from './engine.ts'
import { logUnits } from './log-price.ts'
import { openDaySessions } from './market-hours.ts'
import { marketEpoch, type Model, openModel } from './model.ts'
import { modelVersion } from './simulated-feed.ts'
import { minutesPerDay } from './time-grid.ts'

export const groups = ['US', 'HK', 'MX', 'index', 'currency', 'commodity', 'crypto'] as const
export type Group = (typeof groups)[number]

/** The daily closes of one underlying, one for each session, oldest first. */
export type DailyCloses = {
  readonly key: string
  readonly group: Group
  /** Half of the spread as a share of the price. */
  readonly halfSpread: number
  /** Trading days. */
  readonly days: readonly DayNumber[]
  /** Natural logarithms. Of a future: of consecutive front months, joined without a step. */
  readonly logs: readonly number[]
}

export type DailyClosesOptions = {
  readonly catalogue: Catalogue
  readonly master: string
  readonly from: DayNumber
  readonly until: DayNumber
  /** Default: all groups. */
  readonly groups?: readonly Group[]
}

/** The held instrument of an underlying: itself, or the nearest month of a future. */
type Held = { readonly blend: Blend; readonly lastTrade: number }
type Underlying = {
  readonly key: string
  readonly group: Group
  readonly session: SessionName
  readonly halfSpread: number
  readonly heldAt: (instant: number) => Held
}

/** A future is rolled to its next month this long before its last trade. */
const rollMilliseconds = 10 * dayMilliseconds

/**
 * The closes of every independently simulated underlying, by the product's own catalogue, model and engine. Crosses,
 * minis, metal and index futures are derived from these, so a trading rule for them is a rule for these.
 */
export function dailyCloses(options: DailyClosesOptions): readonly DailyCloses[] {
  const { catalogue, master, from, until, groups: wanted = groups } = options
  const sessions = openDaySessions(catalogue.calendars)
  const keys = openDaySecrets(Buffer.from(master), modelVersion)
  const engine = openEngine({ keys, modelVersion, epoch: marketEpoch, sessions, keptPathDays: 1500 })
  const followed = drawnUnderlyings(catalogue, openModel(catalogue))
    .filter(({ group }) => wanted.includes(group))
    .map(follow)
  // The outer loop is over days, because underlyings share paths and the engine caches the last used days.
  for (let day = from; day <= until; day += 1) {
    for (const one of followed) {
      const close = sessions(one.underlying.session, day)?.at(-1)?.[1]
      if (close !== undefined) appendClose(one, engine, day, close)
    }
  }
  return followed.map(({ underlying: { key, group, halfSpread }, days, logs }) => {
    return { key, group, halfSpread, days, logs }
  })
}

type Followed = {
  readonly underlying: Underlying
  readonly days: DayNumber[]
  readonly logs: number[]
  /** The instrument held since the last close, and its log price at that close. */
  held: (Held & { readonly log: number }) | undefined
}

const follow = (underlying: Underlying): Followed => ({ underlying, days: [], logs: [], held: undefined })

/** `close` is counted in minutes from 00:00 UTC of the trading day. */
function appendClose(one: Followed, engine: Engine, day: DayNumber, close: number): void {
  const instant = (day + close / minutesPerDay) * dayMilliseconds
  const utcDay = day + Math.floor((close - 1) / minutesPerDay)
  const minute = close - 1 - (utcDay - day) * minutesPerDay
  const logOf = ({ blend }: Held): number => engine.endsOf(blend, utcDay, minute).end / logUnits
  const { held, days, logs } = one
  const now = held === undefined ? undefined : logOf(held)
  logs.push(held === undefined || now === undefined ? 0 : logs.at(-1)! + now - held.log)
  days.push(day)
  const stays = held !== undefined && now !== undefined && held.lastTrade - instant > rollMilliseconds
  const next = stays ? held : one.underlying.heldAt(instant)
  one.held = { ...next, log: stays ? now : logOf(next) }
}

function drawnUnderlyings(catalogue: Catalogue, model: Model): readonly Underlying[] {
  const fixed = [...catalogue.fixed.values()].flatMap((listing): readonly Underlying[] => {
    const group = groupOf(listing)
    const priced = group === undefined ? undefined : model.pricedOf(listing)
    if (group === undefined || priced === undefined) return []
    const { key, session, halfSpread } = listing.instrument
    const held = { blend: priced.blend, lastTrade: Infinity }
    return [{ key, group, session, halfSpread: Number(halfSpread) / 1e12, heldAt: () => held }]
  })
  const drawn = [...catalogue.products.values()].filter(({ underlying }) => underlying.startsWith('COMMODITY:'))
  const futures = drawn.map(({ code, session }): Underlying => {
    const heldAt = (instant: number): Held => {
      const listing = present(catalogue.frontMonth(code, instant + rollMilliseconds / 2), `a month of ${code}`)
      const { lastTrade } = present(listing.instrument.contract, 'the contract of a future')
      return { blend: present(model.pricedOf(listing), `the price of ${code}`).blend, lastTrade }
    }
    return { key: `FUT:${code}`, group: 'commodity', session, halfSpread: 0, heldAt }
  })
  return [...fixed, ...futures]
}

/** Undefined for a cross, which is derived from two dollar pairs, and a fund, which follows others. */
function groupOf({ origin, instrument }: Listing): Group | undefined {
  switch (origin.kind) {
    case 'equity':
      return groups.find((group) => group === instrument.market)
    case 'index':
    case 'crypto':
      return origin.kind
    case 'pair':
    case 'metal':
      return origin.base === 'USD' || origin.quote === 'USD' ? 'currency' : undefined
    case 'fund':
    case 'future':
      return undefined
  }
}
