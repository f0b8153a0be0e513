import type { RobotOrderDetail } from '@mex/contract/robots/shapes.ts'
import { money, nothing, subtractMoney, value, type Money, type Value } from '@mex/core/money/money.ts'
import { inCents, tickIncome } from '@mex/core/robots/economics.ts'

/** What made the income of a rental: the parts add up to it. */
export type NetParts = {
  /** If every tick so far had mined at the price and the difficulty of its start. */
  readonly flat: Money
  /** Ticks without mining, and what they would have brought. */
  readonly idleTicks: number
  readonly idle: Money
  readonly coin: Money
  readonly difficulty: Money
}

/** Splits the income by the public series of price and difficulty; undefined before it mined. */
export function netParts(order: RobotOrderDetail): NetParts | undefined {
  const { price, baseDifficulty, baseCoinPrice, series, income } = order
  if (baseDifficulty === undefined || baseCoinPrice === undefined || series.length === 0) return undefined
  const base = { difficulty: baseDifficulty, coin: baseCoinPrice }
  const ofTick = tickIncome(price, base, base)
  const mined = series.filter(({ energyUsed }) => energyUsed > 0)
  const atBase = sumOf(
    mined.map(({ coinPrice }) => tickIncome(price, base, { difficulty: baseDifficulty, coin: coinPrice })),
  )
  const idleTicks = series.length - mined.length
  const flat = inCents(value(ofTick * BigInt(series.length)))
  const idle = subtractMoney(nothing, inCents(value(ofTick * BigInt(idleTicks))))
  const coin = inCents(value(atBase - ofTick * BigInt(mined.length)))
  return { flat, idleTicks, idle, coin, difficulty: money(income - flat - idle - coin) }
}

const sumOf = (amounts: readonly Value[]): Value => value(amounts.reduce((sum, amount) => sum + amount, 0n))
