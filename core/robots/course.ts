import { assert, present } from '#assert.ts'
import type { Journal } from '#ledger/ledger.ts'
import { addMoney, subtractMoney, value, type Money, type Price, type Value } from '#money/money.ts'
import { isoDate } from '#time-zone.ts'
import {
  affordableUnits,
  earnedRent,
  energyCost,
  energyDue,
  energyMax,
  inCents,
  tickIncome,
  tickMilliseconds,
  type MiningFacts,
} from './economics.ts'
import { energyBought, incomePaid, rentEarned, robotRedeemed } from './postings.ts'
import {
  isRedeemed,
  nextRentalEvent,
  redemptionOf,
  resumeUnits,
  stepMilliseconds,
  tickAt,
  ticksPerHour,
  type EnergyPurchase,
  type Rental,
  type RentalEvent,
  type RentalStatus,
  type Stretch,
} from './rental.ts'

/** A line of a rental's own list of messages. */
export type RobotNote = {
  readonly kind:
    | 'looking'
    | 'failed'
    | 'found'
    | 'connecting'
    | 'mining'
    | 'income'
    | 'insufficient'
    | 'resumed'
    | 'expired'
    | 'redeeming'
    | 'redeemed'
  readonly rental: number
  readonly user: number
  readonly status: RentalStatus
  readonly amount: Money | undefined
  readonly at: number
}

/** What the course of rentals depends on beside themselves: public facts, and the wallet of their owner. */
export type RobotWorld = {
  /** Difficulty and price of the coin at an instant; undefined where the coin has no price. */
  readonly facts: (at: number) => MiningFacts | undefined
  /** Places of the pool that are free at an instant. */
  readonly poolLeft: (at: number) => number
  /** Free money of a user's financial wallet after everything that was posted so far. */
  readonly available: (user: number) => Money
  readonly post: (entry: Journal) => void
  /** When this is booked, epoch milliseconds. */
  readonly now: number
}

/** What has happened; the last value of each changed rental. */
export type Happened = {
  readonly rentals: ReadonlyMap<number, Rental>
  readonly notes: readonly RobotNote[]
  readonly stretches: readonly Stretch[]
}

/** The ticks of a rental that are not in a stretch yet. */
type OpenStretch = { first: number; coins: Price[]; incomes: (Value | undefined)[] }

/** Collects what happens to some rentals. */
class Course {
  readonly rentals = new Map<number, Rental>()
  readonly notes: RobotNote[] = []
  readonly stretches: Stretch[] = []
  private readonly open = new Map<number, OpenStretch>()
  readonly world: RobotWorld

  constructor(world: RobotWorld) {
    this.world = world
  }

  note({ id: rental, user, status }: Rental, kind: RobotNote['kind'], at: number, amount?: Money): void {
    this.notes.push({ kind, rental, user, status, amount, at })
  }

  tick({ id }: Rental, tick: number, coin: Price, income: Value | undefined): void {
    const open = this.open.get(id) ?? { first: tick, coins: [], incomes: [] }
    this.open.set(id, open)
    open.coins.push(coin)
    open.incomes.push(income)
  }

  close(rental: Rental, energy: EnergyPurchase | undefined): void {
    const { id, user } = rental
    const open = this.open.get(id)
    if (open === undefined) return
    this.open.delete(id)
    this.stretches.push({ rental: id, user, ...open, energy })
  }
}

/**
 * Lets everything happen to some rentals that is due by an instant, in the order of its instants and then of the rentals (rulebook
 * §26.2). The result depends on these instants, on the public facts of them and on the money of the wallet alone, never on when
 * this runs: who lets something else happen to the wallet, calls this first. Stops where the coin has no price. A rental is changed as of
 * the instant that it was brought to, which may lie before that of the booking.
 */
export function letHappen(rentals: readonly Rental[], until: number, world: RobotWorld): Happened {
  const course = new Course(world)
  const current = new Map(rentals.map((rental) => [rental.id, rental]))
  const waiting = new Map(rentals.flatMap((rental) => withNext(rental)))
  for (;;) {
    const first = [...waiting].reduce<[number, RentalEvent] | undefined>(
      (best, entry) => (best === undefined || isBefore(entry, best) ? entry : best),
      undefined,
    )
    if (first === undefined || first[1].at > until) break
    const [id, event] = first
    const after = apply(course, present(current.get(id), 'the rental'), event)
    if (after === undefined) break
    // Up to here everything has happened, which a check can repeat; after a standstill that is before it is booked.
    const changed = { ...after, changedAt: until }
    current.set(id, changed)
    course.rentals.set(id, changed)
    waiting.delete(id)
    for (const [, next] of withNext(changed)) waiting.set(id, next)
  }
  for (const rental of course.rentals.values()) course.close(rental, undefined)
  return course
}

const withNext = (rental: Rental): readonly (readonly [number, RentalEvent])[] => {
  const next = nextRentalEvent(rental)
  return next === undefined ? [] : [[rental.id, next]]
}

const isBefore = (
  [id, { at }]: readonly [number, RentalEvent],
  [other, { at: than }]: readonly [number, RentalEvent],
) => at < than || (at === than && id < other)

/** The rental after an event; undefined where a fact is missing. */
function apply(course: Course, rental: Rental, { kind, at }: RentalEvent): Rental | undefined {
  switch (kind) {
    case 'turn':
      return turn(course, rental, at)
    case 'tick':
      return tick(course, rental)
    case 'pay':
      return pay(course, rental)
    case 'expire':
      return expire(course, rental, at)
    case 'redeem':
      return beginRedemption(course, rental, at)
    case 'finish':
      return finishRedemption(course, rental)
  }
}

/** Statuses 1 to 3: a pool is looked for, located and connected. */
function turn(course: Course, rental: Rental, at: number): Rental | undefined {
  if (rental.status === 'finding') return findPool(course, rental, at)
  if (rental.status === 'locating') {
    const located = { ...rental, status: 'starting', turnsAt: at + stepMilliseconds.starting } as const
    course.note(located, 'connecting', at)
    return located
  }
  assert(rental.status === 'starting', 'only a robot that starts begins to mine')
  const base = course.world.facts(at)
  if (base === undefined) return undefined
  const mining = { ...rental, status: 'mining', turnsAt: undefined, base } as const
  course.note(mining, 'mining', at)
  return mining
}

/** A place of the pool is free, or it is tried again with the next tick. */
function findPool(course: Course, rental: Rental, at: number): Rental {
  if (course.world.poolLeft(at) > 0) {
    const found = { ...rental, status: 'locating', turnsAt: at + stepMilliseconds.locating } as const
    course.note(found, 'found', at)
    return found
  }
  course.note(rental, 'failed', at)
  const tries = Math.floor((at - rental.createdAt) / tickMilliseconds) + 1
  return { ...rental, turnsAt: tickAt(rental, tries) }
}

/** A tick: income and a unit of energy while it mines, then the hourly purchase of energy. */
function tick(course: Course, rental: Rental): Rental | undefined {
  const number = rental.ticks + 1
  const at = tickAt(rental, number)
  const facts = course.world.facts(at)
  if (facts === undefined) return undefined
  let after: Rental = { ...rental, ticks: number }
  const wasStopped = rental.status === 'stopped'
  if (rental.status === 'mining') after = mine(course, after, at, facts)
  else course.tick(after, number, facts.coin, undefined)
  const isHour = number % ticksPerHour === 0
  if (isHour || wasStopped) after = buyEnergy(course, after, number)
  if (wasStopped && after.energy >= resumeUnits) {
    after = { ...after, status: 'mining' }
    course.note(after, 'resumed', at)
  }
  return isHour ? tellIncome(course, after, at) : after
}

function mine(course: Course, rental: Rental, at: number, facts: MiningFacts): Rental {
  if (rental.energy < 1) {
    const stopped = { ...rental, status: 'stopped' } as const
    course.tick(stopped, rental.ticks, facts.coin, undefined)
    course.note(stopped, 'insufficient', at)
    return stopped
  }
  const income = tickIncome(rental.price, present(rental.base, 'a base of who mines'), facts)
  course.tick(rental, rental.ticks, facts.coin, income)
  return {
    ...rental,
    energy: rental.energy - 1,
    mined: rental.mined + 1,
    income: value(rental.income + income),
  }
}

/** Buys back the units that were used, as far as the wallet can pay them (rulebook §26.1, E83). */
function buyEnergy(course: Course, rental: Rental, number: number): Rental {
  const { world } = course
  const { id, user, price: paidPrice, energy, charged, settled } = rental
  const wanted = energyMax - energy
  if (wanted === 0) return rental
  const available = world.available(user)
  const bought = affordableUnits(paidPrice, wanted, { charged, settled }, available)
  const paid = energyDue(paidPrice, bought, { charged, settled })
  if (bought > 0) world.post(energyBought({ user, at: world.now }, id, number, paid))
  course.close(rental, { wanted, bought, available, paid })
  return {
    ...rental,
    energy: energy + bought,
    charged: value(charged + energyCost(paidPrice, bought)),
    settled: addMoney(settled, paid),
  }
}

function tellIncome(course: Course, rental: Rental, at: number): Rental {
  if (rental.income === rental.toldIncome) return rental
  const amount = subtractMoney(inCents(rental.income), inCents(rental.toldIncome))
  course.note(rental, 'income', at, amount)
  return { ...rental, toldIncome: rental.income }
}

/** 00:05 UTC: the income so far is paid and the rent so far is earned, in whole cents (E82, E81). */
function pay(course: Course, rental: Rental): Rental {
  const day = rental.paidOn + 1
  return { ...settle(course, rental, isoDate(day)), paidOn: day }
}

function settle({ world }: Course, rental: Rental, period: string): Rental {
  const { id, user, income, paidIncome, rent, bookedRent, ticks, cycle, status } = rental
  const occasion = { user, at: world.now }
  const earned = status === 'expired' ? rent : earnedRent(rent, ticks, cycle)
  world.post(incomePaid(occasion, id, period, subtractMoney(inCents(income), paidIncome)))
  world.post(rentEarned(occasion, id, period, subtractMoney(earned, bookedRent)))
  return { ...rental, paidIncome: inCents(income), bookedRent: earned }
}

function expire(course: Course, rental: Rental, at: number): Rental {
  const expired = { ...rental, status: 'expired', turnsAt: undefined } as const
  course.note(expired, 'expired', at)
  return settle(course, expired, 'end')
}

/** A redemption fixes what comes back; income and rent up to now are booked with it. */
function beginRedemption(course: Course, rental: Rental, at: number): Rental {
  const settled = settle(course, rental, 'redeem')
  course.note(settled, 'redeeming', at)
  return { ...settled, redemption: redemptionOf(settled, at) }
}

function finishRedemption(course: Course, rental: Rental): Rental {
  const { world } = course
  const redemption = present(rental.redemption, 'a redemption')
  assert(!isRedeemed(rental), 'a robot is redeemed once')
  world.post(robotRedeemed(rental, redemption, world.now))
  course.note(rental, 'redeemed', redemption.at, redemption.refund)
  return { ...rental, redeemedAt: world.now }
}

/** A redemption that its owner asks for, after everything that is due has happened. */
export function requestRedemption(rental: Rental, at: number, world: RobotWorld): Happened {
  const course = new Course(world)
  const after = { ...beginRedemption(course, rental, at), changedAt: world.now }
  course.rentals.set(rental.id, after)
  return course
}
