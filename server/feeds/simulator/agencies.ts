import { present } from '@mex/core/assert.ts'
import { agencies, benchmark, inception, universe, type Agency } from '@mex/core/follow/agency.ts'
import type { Campaign, CampaignRun, Exit, Turn } from '@mex/core/follow/campaign.ts'
import { agencyStrategy, campaignOf } from '@mex/core/follow/agency-strategy.ts'
import type { Choice, Closes } from '@mex/core/follow/rules.ts'
import { timesOf, type Times } from '@mex/core/follow/timetable.ts'
import { grown, hasFallen, startValue, type TrackPoint } from '@mex/core/follow/track.ts'
import { nextSession, sessionOn, type Session } from '@mex/core/market/calendar.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { price, type Price } from '@mex/core/money/money.ts'
import type { Strategy, Weights } from '@mex/core/strategies/strategy.ts'
import { dayMilliseconds, minuteMilliseconds, type DayNumber } from '@mex/core/time-zone.ts'
import type { AgencyMarket, AgencyState } from '#feeds/agency-market.ts'
import {
  closeFor,
  comparableClose,
  dayBar,
  entryOf,
  exitAt,
  markOf,
  stopIn,
  type PriceSources,
} from './campaign-prices.ts'
import { drawCapacity, drawSchedule, hashOf, type CapacitySchedule } from './capacity.ts'
import type { DayKeys } from './day-secrets.ts'

export type AgencySources = Omit<PriceSources, 'days'> & { readonly keys: DayKeys }

/** Rules see closes of before the inception, so that the first campaign has as many as the last. */
const earlierDays = 180

type Running = { readonly campaign: Campaign; entry: Turn | undefined; exit: Exit | undefined; checkedUntil: number }

/** What is known of one agency, computed forward in the order of time. */
type Progress = {
  readonly agency: Agency
  readonly strategy: Strategy<Closes>
  readonly records: Running[]
  readonly cancelled: Map<number, number>
  readonly track: TrackPoint[]
  /** What the rule remembers and wants since the last close; undefined before it has seen the closes of before the inception. */
  state: Closes | undefined
  targets: Weights
  /** The place in the cycle of the next publication; places at which the rule finds nothing have no campaign. */
  place: number
  /** The first record that has not ended. */
  unfinished: number
  value: Price
  highest: Price
  endedAt: number | undefined
}

type Sessions = {
  /** By its number since the inception, which is 0. */
  readonly at: (index: number) => Session
  /** The number of the first session that ends after an instant. */
  readonly endingAfter: (instant: number) => number
  /** The last sessions that have ended by an instant, oldest first. */
  readonly before: (instant: number, count: number) => readonly Session[]
}

type Market = {
  readonly prices: PriceSources
  readonly sessions: Sessions
  readonly keys: DayKeys
  readonly schedules: Map<number, CapacitySchedule>
  /** The closes that all rules see, by day. */
  readonly seen: Map<DayNumber, ReadonlyMap<string, Price>>
}

/** The agencies of the simulated market: a pure function of its public prices since the inception, with a cache. */
export function openAgencies(sources: AgencySources): AgencyMarket {
  const market: Market = {
    prices: { ...sources, days: new Map() },
    sessions: openSessions(sources),
    keys: sources.keys,
    schedules: new Map(),
    seen: new Map(),
  }
  const all = agencies.map(begin)
  const held: TrackPoint[] = []
  let known = -Infinity
  let isWarm = false

  function* catchUp(now: number): Generator<void> {
    if (now <= known) return
    if (!isWarm) yield* warmUp(market, now)
    isWarm ||= now >= market.sessions.at(0).close
    // All agencies session by session: prices are cheapest in the order of time.
    for (let isDone = false; !isDone;) {
      isDone = true
      for (const progress of all) {
        if (advance(market, progress, now)) isDone = false
        yield
      }
      if (hold(market, held, now)) isDone = false
    }
    known = Math.max(known, now)
  }
  const reach = (now: number): void => {
    for (const _ of catchUp(now)) continue
  }
  const begun = (now: number): boolean => now >= market.sessions.at(0).open
  const progressOf = (id: number): Progress | undefined => all.find(({ agency }) => agency.id === id)

  return {
    agencies(now) {
      if (!begun(now)) return []
      reach(now)
      return all.map((progress) => stateAt(progress, now))
    },
    find(campaignId, now) {
      reach(now)
      const found = progressOf(agencyOf(campaignId))?.records[numberOf(campaignId) - 1]?.campaign
      return found === undefined || found.publishedAt > now ? undefined : found
    },
    run(campaign, now) {
      reach(now)
      const progress = present(progressOf(campaign.agency), `agency ${campaign.agency}`)
      return runAt(progress, campaign, now)
    },
    mark: (campaign, now) => markOf(market.prices, campaign, now),
    track(agencyId, now) {
      reach(now)
      return (progressOf(agencyId)?.track ?? []).filter(({ at }) => at <= now)
    },
    benchmark(now) {
      reach(now)
      return held.filter(({ at }) => at <= now)
    },
    placements: (campaign, now) => scheduleOf(market, campaign).placements.filter(({ at }) => at <= now),
    nonce: (campaign, now) => (now < campaign.subscribeEnd ? undefined : scheduleOf(market, campaign).nonce),
    catchUp,
  }
}

const idsPerAgency = 100_000
const agencyOf = (campaignId: number): number => Math.floor(campaignId / idsPerAgency)
const numberOf = (campaignId: number): number => campaignId % idsPerAgency

const begin = (agency: Agency): Progress => ({
  agency,
  strategy: agencyStrategy(agency),
  state: undefined,
  targets: new Map(),
  records: [],
  cancelled: new Map(),
  track: [],
  place: 0,
  unfinished: 0,
  value: startValue,
  highest: startValue,
  endedAt: undefined,
})

function stateAt({ agency, records, endedAt }: Progress, now: number): AgencyState {
  const campaigns = records.map(({ campaign }) => campaign).filter(({ publishedAt }) => publishedAt <= now)
  return { agency, campaigns, endedAt: endedAt === undefined || endedAt > now ? undefined : endedAt }
}

function runAt({ records, cancelled }: Progress, { id, number }: Campaign, now: number): CampaignRun {
  const { entry, exit } = present(records[number - 1], `campaign ${id}`)
  const cancelledAt = cancelled.get(id)
  const by = <Event extends { readonly at: number }>(event: Event | undefined): Event | undefined =>
    event === undefined || event.at > now ? undefined : event
  return {
    entry: by(entry),
    exit: by(exit),
    cancelledAt: cancelledAt === undefined || cancelledAt > now ? undefined : cancelledAt,
  }
}

/** The sessions of the exchange since some time before the inception. */
function openSessions({ calendar }: AgencySources): Sessions {
  const list: Session[] = []
  const begin = inception - earlierDays
  let first = -1
  const reach = (isThere: () => boolean): void => {
    while (!isThere()) {
      const last = list.at(-1)
      const next =
        last === undefined
          ? (sessionOn(calendar, begin) ?? nextSession(calendar, begin * dayMilliseconds))
          : nextSession(calendar, last.end)
      if (first < 0 && next.day >= inception) first = list.length
      list.push(next)
    }
  }
  const ended = (instant: number): number => {
    reach(() => first >= 0 && (list.at(-1)?.close ?? -Infinity) > instant)
    return list.findLastIndex(({ close }) => close <= instant) + 1
  }
  return {
    at(index) {
      reach(() => first >= 0 && list.length > first + index)
      return present(list[first + index], `session ${index}`)
    },
    endingAfter: (instant) => ended(instant) - first,
    before: (instant, count) => list.slice(Math.max(0, ended(instant) - count), ended(instant)),
  }
}

/** The closes of before the inception, one at a time: the first rule needs them all at once. */
function* warmUp({ prices, sessions }: Market, now: number): Generator<void> {
  const start = sessions.at(0)
  if (start.close > now) return
  for (const session of sessions.before(start.open, earlierDays))
    for (const key of universe) {
      dayBar(prices, key, session)
      yield
    }
}

/** The next session of an agency up to an instant: publications, turns, ends, its value in the end, and what its rule wants then. */
function advance(market: Market, progress: Progress, now: number): boolean {
  const { sessions } = market
  const session = sessions.at(progress.track.length)
  const { close, day } = session
  if (progress.state === undefined)
    for (const earlier of sessions.before(sessions.at(0).open, earlierDays)) decide(market, progress, earlier)
  const until = Math.min(close, now)
  publish(market, progress, until)
  settle(market, progress, until)
  if (close > now) return false
  progress.track.push({ at: close, date: day, nav: valueAt(market, progress, progress.track.length) })
  decide(market, progress, session)
  return true
}

/** Shows the closes of a session to the rule of an agency: all that it ever sees. */
function decide({ prices, seen }: Market, progress: Progress, session: Session): void {
  const { strategy, targets } = progress
  const closes =
    seen.get(session.day) ?? new Map(universe.map((key) => [key, comparableClose(prices, key, session)] as const))
  seen.set(session.day, closes)
  const decided = strategy.decide(progress.state ?? strategy.start(), {
    date: session.day,
    instant: session.close,
    prices: closes,
  })
  progress.state = decided.state
  progress.targets = decided.targets ?? targets
}

function publish(market: Market, progress: Progress, until: number): void {
  const { agency } = progress
  for (;;) {
    const times = timesOf(agency, progress.place, market.sessions.at)
    if (times.publishedAt > until) return
    settle(market, progress, times.publishedAt)
    if (progress.endedAt !== undefined) return
    const choice = campaignOf(progress.targets)
    progress.place += 1
    if (choice !== undefined) progress.records.push(recordOf(market, progress, choice, times))
  }
}

function recordOf(
  market: Market,
  { agency, records }: Progress,
  choice: Choice & { readonly leverage: number },
  times: Times,
): Running {
  const number = records.length + 1
  const { id: agencyId, stop } = agency
  const terms = { id: agencyId * idsPerAgency + number, agency: agencyId, number, ...choice, stop, ...times }
  const capacity = drawCapacity(market.keys, terms)
  const schedule = drawSchedule(market.keys, { ...terms, capacity }, agency.lead >= agency.cycle)
  market.schedules.set(terms.id, schedule)
  const campaign: Campaign = { ...terms, capacity, scheduleHash: hashOf(schedule) }
  return { campaign, entry: undefined, exit: undefined, checkedUntil: campaign.opensAt }
}

const scheduleOf = ({ schedules }: Market, { id }: Campaign): CapacitySchedule =>
  present(schedules.get(id), `the schedule of campaign ${id}`)

/** Opens and ends the campaigns of an agency up to an instant; campaigns never overlap. */
function settle(market: Market, progress: Progress, until: number): void {
  for (;;) {
    const record = progress.records[progress.unfinished]
    if (record === undefined || record.campaign.opensAt > until || progress.endedAt !== undefined) return
    record.entry ??= entryOf(market.prices, record.campaign)
    record.exit ??= exitOf(market, record, record.entry, until)
    const { campaign, entry, exit } = record
    if (exit === undefined) return
    progress.value = grown(progress.value, campaign, entry.price, exit.price)
    if (progress.value > progress.highest) progress.highest = progress.value
    progress.unfinished += 1
    const fall = progress.agency.endsAfterFall
    if (fall !== undefined && hasFallen(progress.highest, progress.value, fall)) end(progress, exit.at)
  }
}

/** The agency ends; a campaign that is published and has not begun never will. */
function end(progress: Progress, at: number): void {
  progress.endedAt = at
  for (const { campaign } of progress.records.slice(progress.unfinished))
    progress.cancelled.set(campaign.id, Math.max(at, campaign.publishedAt))
}

function exitOf(market: Market, record: Running, entry: Turn, until: number): Exit | undefined {
  const { campaign } = record
  const { prices, sessions } = market
  // A running session is looked at once a minute.
  if (until < campaign.closesAt && until - record.checkedUntil < minuteMilliseconds) return undefined
  for (let index = sessions.endingAfter(record.checkedUntil); ; index += 1) {
    const session = sessions.at(index)
    if (session.open >= Math.min(until, campaign.closesAt)) break
    const stoppedAt = stopIn(prices, campaign, entry, { session, until })
    if (stoppedAt !== undefined) return exitAt(prices, campaign, stoppedAt, 'stop')
  }
  record.checkedUntil = until - (until % minuteMilliseconds)
  return until >= campaign.closesAt ? exitAt(prices, campaign, campaign.closesAt, 'time') : undefined
}

/** The value of an agency at the end of a session, in which its campaign may still run. */
function valueAt({ prices, sessions }: Market, progress: Progress, index: number): Price {
  const running = progress.records[progress.unfinished]
  if (running?.entry === undefined || progress.endedAt !== undefined) return progress.value
  const { campaign, entry } = running
  return grown(progress.value, campaign, entry.price, closeFor(prices, campaign, sessions.at(index)))
}

/** The next day of the benchmark, bought at the end of the first session. False when all is done. */
function hold({ prices, sessions }: Market, held: TrackPoint[], now: number): boolean {
  const session = sessions.at(held.length)
  if (session.close > now) return false
  const value = divide(
    dayBar(prices, benchmark, session).close * startValue,
    dayBar(prices, benchmark, sessions.at(0)).close,
    'near',
  )
  held.push({ at: session.close, date: session.day, nav: price(value) })
  return true
}
