import { divide } from '#money/decimal.ts'
import {
  convert,
  money,
  one,
  price,
  subtractMoney,
  value,
  type Money,
  type Price,
  type Rate,
  type Value,
} from '#money/money.ts'

/** A tick of the mining simulation lasts ten minutes (rulebook §31 `robot.tickSec`). */
export const tickMilliseconds = 600_000
export const ticksPerDay = 144
/** Units of energy that a full buffer has; a tick uses one. */
export const energyMax = 144

/** `robot.y0` × (1 − `robot.poolFee`): 0.00001 × 0.99 of the price a tick. */
const yieldPart = 99n
const yieldWhole = 10_000_000n
/** `robot.energyRate`: 0.0006 of the price a day. */
const energyPart = 6n
const energyWhole = 10_000n
/** `robot.rentPer30d`: 0.02 of the price. */
const rentPart = 2n
const rentWhole = 100n * 30n
/** `robot.earlyFee`: 0.05 of the rent that is not earned. */
const earlyPart = 5n
const earlyWhole = 100n

/** Cents as a value of 8 decimals. */
export const asValue = (amount: Money): Value => value(amount * 10n ** 6n)
/** A value of 8 decimals in cents, digits beyond dropped (`floor2`). */
export const inCents = (amount: Value): Money => convert(amount, one, 'floor')

/** The difficulty of the network and the price of the coin at an instant: the same for everybody. */
export type MiningFacts = { readonly difficulty: Rate; readonly coin: Price }

/** The price of the rental: ceil2(p × 2 % × T / 30) (rulebook §26.1). */
export const rentOf = (paid: Money, days: number): Money =>
  money(divide(paid * rentPart * BigInt(days), rentWhole, 'ceil'))

/** What is returned at the end: p − rent. */
export const residualOf = (paid: Money, days: number): Money => subtractMoney(paid, rentOf(paid, days))

export const ticksOf = (days: number): number => days * ticksPerDay

/** Income of a tick: p × y0 × (D0 / Dt) × (Ct / C0) × (1 − pool fee), 8 decimals, digits beyond dropped (rulebook §26.1). */
export function tickIncome(paid: Money, base: MiningFacts, now: MiningFacts): Value {
  const part = asValue(paid) * yieldPart * base.difficulty * now.coin
  return value(divide(part, yieldWhole * now.difficulty * base.coin, 'floor'))
}

/** What units of energy cost: units × p × 0.0006 / 144, 8 decimals, divided last (rulebook §26.1). */
export const energyCost = (paid: Money, units: number): Value =>
  value(divide(asValue(paid) * BigInt(units) * energyPart, energyWhole * BigInt(energyMax), 'floor'))

/** Cents that are due for units of energy, when so much was charged before: whole cents are paid and the rest is carried. */
export const energyDue = (
  paid: Money,
  units: number,
  { charged, settled }: { readonly charged: Value; readonly settled: Money },
): Money => subtractMoney(inCents(value(charged + energyCost(paid, units))), settled)

/** How many units can be bought, up to those that are wanted, with so much free money. */
export function affordableUnits(
  paid: Money,
  wanted: number,
  before: { readonly charged: Value; readonly settled: Money },
  available: Money,
): number {
  const fits = (units: number): boolean => energyDue(paid, units, before) <= available
  let units = wanted
  while (units > 0 && !fits(units)) units -= 1
  return units
}

/** Rent that is earned after so many ticks: ceil2(rent × ticks / (144 × T)) (rulebook §26.2). */
export const earnedRent = (rent: Money, ticks: number, days: number): Money =>
  money(divide(rent * BigInt(Math.min(ticks, ticksOf(days))), BigInt(ticksOf(days)), 'ceil'))

/** The fee of an early redemption: ceil2(5 % of the unearned rent). */
export const earlyFee = (unearned: Money): Money => money(divide(unearned * earlyPart, earlyWhole, 'ceil'))

/** What a robot brings over its cycle if the coin's price and the difficulty stay (rulebook §26.1). */
export type Expectation = {
  readonly income: Money
  readonly energy: Money
  readonly rent: Money
  readonly net: Money
  /** The same if difficulty rises as it does on average. */
  readonly netAsDifficultyRises: Money
  /** The coin is worth nothing from the first tick on. */
  readonly worst: Money
}

const flat: MiningFacts = { difficulty: one, coin: price(10n ** 8n) }

/** Growth of the difficulty of one tick, on average: half of the most that a day can bring (`difficultyStepMax`). */
export const difficultyStepMax = 0.003_49
const riseOfTick = BigInt(Math.round((difficultyStepMax / 2 / ticksPerDay) * 1e12))

export function expectationOf(paid: Money, days: number): Expectation {
  const ticks = ticksOf(days)
  const income = inCents(value(tickIncome(paid, flat, flat) * BigInt(ticks)))
  const energy = inCents(energyCost(paid, ticks))
  const rent = rentOf(paid, days)
  const cost = money(energy + rent)
  return {
    income,
    energy,
    rent,
    net: subtractMoney(income, cost),
    netAsDifficultyRises: subtractMoney(inCents(incomeAsDifficultyRises(paid, ticks)), cost),
    worst: money(0n - cost),
  }
}

/** Each day at the difficulty of its middle. Tick by tick it is the same within a cent, but a first list of robots takes a tenth of a second. */
function incomeAsDifficultyRises(paid: Money, ticks: number): Value {
  const day = BigInt(ticksPerDay)
  let sum = 0n
  for (let before = 0n; before < ticks; before += day) {
    const rise = (riseOfTick * (2n * before + day + 1n)) / 2n
    sum += tickIncome(paid, flat, { ...flat, difficulty: (one + rise) as Rate }) * day
  }
  return value(sum)
}

/** The price of the coin at which income covers energy and rent, if it and the difficulty stay: ceil to 8 decimals. */
export const breakEven = ({ income, energy, rent }: Expectation, coin: Price): Price =>
  price(divide(coin * (energy + rent), income, 'ceil'))
