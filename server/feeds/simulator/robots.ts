import { createHash } from 'node:crypto'
import type { Name } from '@mex/core/market/instrument.ts'
import { money, moneyOf, rate, rateOf, type Money, type Rate } from '@mex/core/money/money.ts'
import { difficultyStepMax } from '@mex/core/robots/economics.ts'
import {
  cycles,
  isOnOffer,
  poolSlots,
  slotScheduleText,
  type Cycle,
  type Robot,
  type SlotsTaken,
} from '@mex/core/robots/robot.ts'
import { dayMilliseconds, dayNumber, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { RobotMarket } from '#feeds/robot-market.ts'
import { levels } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { openDraws, type Draws } from './draws.ts'
import { marketEpoch } from './model.ts'

type Tier = { readonly name: Name; readonly listPrice: Money }

/** Every tier is offered for every cycle. */
const tiers: readonly Tier[] = [
  { name: { en: 'Quartz', zh: '石英' }, listPrice: moneyOf('1000') },
  { name: { en: 'Basalt', zh: '玄武岩' }, listPrice: moneyOf('5000') },
  { name: { en: 'Granite', zh: '花岗岩' }, listPrice: moneyOf('20000') },
]
const series: readonly (Tier & { readonly cycle: Cycle })[] = tiers.flatMap((tier) =>
  cycles.map((cycle) => ({ ...tier, cycle })),
)

/** The first offers begin on this day or up to a window before it; the windows of a series follow each other. */
const firstDay = dayNumber('2026-01-05')
const windowDays = 14
/** Terms are published so many days before the offer begins. */
const announcedDays = 3

/** Percent off the list price, and how many are offered in all. */
const promotions = [0, 5, 10] as const
const slotCounts = [1000, 3000] as const
const takenCounts = [20, 40] as const
/** The part of the slots that is asked for in the window: where it is more than all, it sells out before its end. */
const askedParts = [0.6, 1.05] as const

/** Draws of one level, by use: terms and schedules by series, then the network and the pool. */
const scheduleIds = 100
const networkId = 200
const poolId = 201

const between = (draws: Draws, [least, most]: readonly [number, number]): number =>
  least + Math.floor(draws.next() * (most - least + 1))

/**
 * The mining robots of the simulated market (rulebook §26). The terms of an offer are drawn under the secret of the day of its publication,
 * and how its slots are taken under that of the day on which it ends, so that nobody can know what will be left.
 */
export function openRobotMarket(keys: DayKeys): RobotMarket {
  const known = new Map<number, Robot>()
  const robotOf = (place: number, number: number): Robot => {
    const id = idOf(place, number)
    const robot = known.get(id) ?? drawRobot(keys, place, number)
    known.set(id, robot)
    return robot
  }
  const schedules = new Map<number, Schedule>()
  const scheduleOf = (robot: Robot): Schedule => {
    const schedule = schedules.get(robot.id) ?? drawSchedule(keys, placeOf(robot.id), robot)
    schedules.set(robot.id, schedule)
    return schedule
  }
  const network = openNetwork(keys)
  const pool = openPool(keys)
  return {
    offers: (now) =>
      series.flatMap((_, place) => {
        const newest = Math.floor((utcDay(now) - firstDayOf(place) + announcedDays) / windowDays)
        return [newest - 1, newest]
          .filter((number) => number >= 0)
          .map((number) => robotOf(place, number))
          .filter((robot) => isOnOffer(robot, now) || robot.offeredFrom > now)
      }),
    find(id, now) {
      const [place, number] = [placeOf(id), Math.floor(id / seriesMax) - 1]
      if (series[place] === undefined || number < 0) return undefined
      return openingDay(place, number) - announcedDays > utcDay(now) ? undefined : robotOf(place, number)
    },
    taken: (robot, now) => scheduleOf(robot).taken.filter(({ at }) => at <= now),
    schedule(robot, now) {
      const { nonce, taken } = scheduleOf(robot)
      return now < robot.offeredUntil ? undefined : slotScheduleText(nonce, taken)
    },
    poolLeft: pool,
    difficulty: network,
  }
}

/** An id is the number of an offer, from 1, and the place of its series. */
const seriesMax = 100
const idOf = (place: number, number: number): number => (number + 1) * seriesMax + place
const placeOf = (id: number): number => id % seriesMax
/** The series begin on different days, so that somewhere an offer begins every day. */
const firstDayOf = (place: number): DayNumber => firstDay - windowDays + ((place * 5) % windowDays)
const openingDay = (place: number, number: number): DayNumber => firstDayOf(place) + number * windowDays

function drawRobot(keys: DayKeys, place: number, number: number): Robot {
  const { name, listPrice, cycle } = series[place]!
  const opens = openingDay(place, number)
  const draws = openDraws(keys, { day: opens - announcedDays, level: levels.robots, id: place })
  const price = money((listPrice * BigInt(100 - draws.pick(promotions))) / 100n)
  const terms = {
    id: idOf(place, number),
    name: { en: `${name.en} ${cycle}`, zh: `${name.zh} ${cycle}` },
    listPrice,
    price,
    cycle,
    offeredFrom: opens * dayMilliseconds,
    offeredUntil: (opens + windowDays) * dayMilliseconds,
    hashRate: Number(price / 10_000n),
    slots: between(draws, slotCounts),
  }
  const { nonce, taken } = drawSchedule(keys, place, terms)
  return { ...terms, scheduleHash: createHash('sha256').update(slotScheduleText(nonce, taken)).digest('hex') }
}

type Schedule = { readonly nonce: string; readonly taken: readonly SlotsTaken[] }

/** How the slots of an offer are taken. In its first half a tenth of them is left at least. */
function drawSchedule(
  keys: DayKeys,
  place: number,
  { slots, offeredFrom, offeredUntil }: Pick<Robot, 'slots' | 'offeredFrom' | 'offeredUntil'>,
): Schedule {
  const draws = openDraws(keys, { day: utcDay(offeredUntil), level: levels.robots, id: scheduleIds + place })
  const nonce = draws.bytes()
  const asked = askedParts[0] + (askedParts[1] - askedParts[0]) * draws.next()
  const wishes = Array.from({ length: between(draws, takenCounts) }, () => ({
    at: offeredFrom + Math.floor(draws.next() * (offeredUntil - offeredFrom)),
    weight: 0.2 + draws.next(),
  })).toSorted((one, other) => one.at - other.at)
  const weights = wishes.reduce((sum, { weight }) => sum + weight, 0)
  const half = (offeredFrom + offeredUntil) / 2
  const taken: SlotsTaken[] = []
  let left = slots
  for (const { at, weight } of wishes) {
    const kept = at <= half ? Math.ceil(slots / 10) : 0
    const after = Math.max(kept, left - Math.ceil((slots * asked * weight) / weights))
    if (after < left) taken.push({ at, slots: left - after })
    left = Math.min(left, after)
  }
  return { nonce, taken }
}

const tickMilliseconds = 600_000
const ticksOfDay = dayMilliseconds / tickMilliseconds
const tickOfDay = (at: number): number => Math.floor((at % dayMilliseconds) / tickMilliseconds)

/** Difficulty on the first day; only its changes matter. */
const firstDifficulty = rateOf('100')
const whole = 10n ** 12n

/**
 * The difficulty of the network: each day it rises by a drawn part, evenly over its ticks, by 0 to 5 % in 14 days (rulebook §26.1). It
 * never falls.
 */
function openNetwork(keys: DayKeys): (at: number) => Rate | undefined {
  const starts: Rate[] = [firstDifficulty]
  const growth = (day: DayNumber): bigint =>
    BigInt(Math.floor(openDraws(keys, { day, level: levels.robots, id: networkId }).next() * difficultyStepMax * 1e12))
  const startOf = (day: DayNumber): Rate => {
    while (starts.length <= day - marketEpoch) {
      const last = starts.at(-1)!
      starts.push(rate(last + (last * growth(marketEpoch + starts.length - 1)) / whole))
    }
    return starts[day - marketEpoch]!
  }
  return (at) => {
    const day = utcDay(at)
    if (day < marketEpoch) return undefined
    const start = startOf(day)
    const rise = (start * growth(day)) / whole
    return rate(start + (rise * BigInt(tickOfDay(at))) / BigInt(ticksOfDay))
  }
}

/** Parts of the pool that are taken at the beginning and at the end of a day. */
const morning = [0.3, 0.5] as const
const evening = [0.8, 0.97] as const
/** On one day in four the pool is full for ten or twenty minutes. */
const fullChance = 0.25

/** The pool fills over each UTC day by a plan that is drawn under its secret, and begins anew on the next. */
function openPool(keys: DayKeys): (at: number) => number {
  const days = new Map<DayNumber, readonly number[]>()
  const dayOf = (day: DayNumber): readonly number[] => {
    const known = days.get(day) ?? drawPool(openDraws(keys, { day, level: levels.robots, id: poolId }))
    if (days.size > 100) days.clear()
    days.set(day, known)
    return known
  }
  return (at) => dayOf(utcDay(at))[tickOfDay(at)]!
}

function drawPool(draws: Draws): readonly number[] {
  const part = ([least, most]: readonly [number, number]): number => least + (most - least) * draws.next()
  const [from, to] = [part(morning), part(evening)]
  const isFull = draws.next() < fullChance
  const fullFrom = Math.floor(draws.next() * ticksOfDay)
  const fullTicks = 1 + Math.floor(draws.next() * 2)
  return Array.from({ length: ticksOfDay }, (_, tick) => {
    if (isFull && tick >= fullFrom && tick < fullFrom + fullTicks) return 0
    const taken = from + ((to - from) * tick) / ticksOfDay + 0.02 * draws.next()
    return Math.floor(poolSlots * (1 - taken))
  })
}
