import {
  answeredTicksMax,
  type RedeemedOrderView,
  type RobotOrderDetail,
  type RobotOrderView,
  type RobotTick,
  type RobotView,
} from '@mex/contract/robots/shapes.ts'
import type { Language } from '@mex/contract/language.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { addMoney, nothing, price, value, type Price } from '@mex/core/money/money.ts'
import { divide } from '@mex/core/money/decimal.ts'
import {
  breakEven,
  energyMax,
  expectationOf,
  inCents,
  residualOf,
  ticksOf,
  type Expectation,
} from '@mex/core/robots/economics.ts'
import {
  expiresAt,
  isRedeemable,
  keptRent,
  minHoldMilliseconds,
  netOf,
  redeemStatusOf,
  redemptionOf,
  refillsAt,
  residualOfRental,
  tickAt,
  unpaidEnergy,
  type Rental,
  type Stretch,
} from '@mex/core/robots/rental.ts'
import { isOnOffer, minedCoin, slotsLeft, type Robot } from '@mex/core/robots/robot.ts'
import type { Feed } from '#feeds/feed.ts'
import { miningFactsAt } from '#feeds/robot-market.ts'
import { utcDay, isoDate } from '@mex/core/time-zone.ts'

/** The language of names in an answer. */
export type Naming = { readonly language: Language; readonly traditional: Traditional }
export type ViewFacts = { readonly feed: Feed; readonly now: number; readonly naming: Naming }

/** The spec's note beside the income: the part of the price that a tick brings (rulebook §34-10). */
const incomeNote = '+0.001%'

/** What is expected of a price and a cycle never changes. */
const expectations = new Map<string, Expectation>()
function expectedOf({ price: paid, cycle }: Pick<Robot, 'price' | 'cycle'>): Expectation {
  const name = `${paid} ${cycle}`
  const known = expectations.get(name) ?? expectationOf(paid, cycle)
  expectations.set(name, known)
  return known
}

export function robotView({ feed, now, naming }: ViewFacts, robot: Robot): RobotView {
  const facts = miningFactsAt(feed, now)
  const expected = expectedOf(robot)
  return {
    id: robot.id,
    robotId: robot.id,
    name: textIn(robot.name, naming.language, naming.traditional),
    listPrice: robot.listPrice,
    price: robot.price,
    residual: residualOf(robot.price, robot.cycle),
    cycle: robot.cycle,
    offered: { from: robot.offeredFrom, until: robot.offeredUntil },
    hashRate: `${Math.floor(robot.hashRate / 10)}.${robot.hashRate % 10} TH/s`,
    incomeNote,
    expectedIncome: expected.income,
    energyCost: expected.energy,
    rent: expected.rent,
    expectedNet: expected.net,
    netAsDifficultyRises: expected.netAsDifficultyRises,
    worst: expected.worst,
    breakEvenPrice: facts === undefined ? undefined : inTicks(breakEven(expected, facts.coin)),
    coin: minedCoin.code,
    coinPrice: facts?.coin,
    difficulty: facts?.difficulty,
    slots: robot.slots,
    slotsLeft: slotsLeft(robot, feed.robots.taken(robot, now), now),
    scheduleHash: robot.scheduleHash,
    schedule: feed.robots.schedule(robot, now),
    isOnOffer: isOnOffer(robot, now),
  }
}

/** A price of the coin in whole cents, rounded up. */
const inTicks = (at: Price): Price => price(divide(at, 10n ** 6n, 'ceil') * 10n ** 6n)

export function rentalView({ feed, now, naming }: ViewFacts, rental: Rental): RobotOrderView {
  const robot = feed.robots.find(rental.robot, now)
  return {
    id: rental.id,
    number: `R${isoDate(utcDay(rental.createdAt)).replaceAll('-', '')}-${String(rental.id).padStart(7, '0')}`,
    robotId: rental.robot,
    name: robot === undefined ? '' : textIn(robot.name, naming.language, naming.traditional),
    price: rental.price,
    residual: residualOfRental(rental),
    rent: rental.rent,
    cycle: rental.cycle,
    status: rental.status,
    income: inCents(rental.income),
    paidIncome: rental.paidIncome,
    energyCost: addMoney(rental.settled, unpaidEnergy(rental)),
    energy: rental.energy,
    energyMax,
    unpaidEnergy: unpaidEnergy(rental),
    net: netOf(rental),
    earnedRent: keptRent(rental),
    ticks: rental.ticks,
    cycleTicks: ticksOf(rental.cycle),
    minedTicks: rental.mined,
    redeemStatus: redeemStatusOf(rental),
    refund: rental.redemption?.refund,
    redeemableFrom: rental.createdAt + minHoldMilliseconds,
    coin: minedCoin.code,
    breakEvenPrice: breakEvenOf(feed, rental, now),
    createdAt: rental.createdAt,
    expiresAt: expiresAt(rental),
    changedAt: rental.changedAt,
  }
}

/** The price of the coin at which a whole cycle nets nothing at the difficulty of now: C0 × D / D0 × costs / income. */
function breakEvenOf(feed: Feed, rental: Rental, now: number): Price | undefined {
  const { base } = rental
  const difficulty = feed.robots.difficulty(now)
  if (base === undefined || difficulty === undefined) return undefined
  return inTicks(breakEven(expectedOf(rental), price(divide(base.coin * difficulty, base.difficulty, 'ceil'))))
}

export function redeemedView(facts: ViewFacts, rental: Rental): RedeemedOrderView {
  const { redemption } = rental
  return {
    ...rentalView(facts, rental),
    refund: redemption?.refund ?? nothing,
    fee: redemption?.fee ?? nothing,
    unearnedRent: redemption?.unearned ?? nothing,
    energyUnpaid: redemption?.energyUnpaid ?? nothing,
  }
}

export function detailView(
  facts: ViewFacts,
  rental: Rental,
  stretches: readonly Stretch[],
  since: number,
): RobotOrderDetail {
  const { feed, now } = facts
  const mining = miningFactsAt(feed, now)
  const end = isRedeemable(rental, now) ? redemptionOf(rental, now) : undefined
  return {
    ...rentalView(facts, rental),
    baseDifficulty: rental.base?.difficulty,
    baseCoinPrice: rental.base?.coin,
    difficulty: mining?.difficulty,
    coinPrice: mining?.coin,
    refillsAt: refillsAt(rental),
    series: stretches
      .flatMap((stretch) => ticksOfStretch(feed, rental, stretch))
      .filter(({ at }) => at > since)
      .slice(0, answeredTicksMax),
    redemption:
      end === undefined
        ? undefined
        : { refund: end.refund, fee: end.fee, unearnedRent: end.unearned, energyUnpaid: end.energyUnpaid },
  }
}

const ticksOfStretch = (feed: Feed, rental: Rental, { first, coins, incomes }: Stretch): readonly RobotTick[] =>
  coins.flatMap((coinPrice, place) => {
    const at = tickAt(rental, first + place)
    const difficulty = feed.robots.difficulty(at)
    const income = incomes[place]
    if (difficulty === undefined) return []
    return [{ at, difficulty, coinPrice, income: income ?? value(0n), energyUsed: income === undefined ? 0 : 1 }]
  })
