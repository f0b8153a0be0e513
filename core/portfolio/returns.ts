import { divide, greatest } from '#money/decimal.ts'
import { percent, type Money, type Percent, type Price, type Rate } from '#money/money.ts'

/** The indices that a portfolio can be compared with, by their code. */
export const benchmarks = ['SPX', 'HSI', 'IPC'] as const
export type Benchmark = (typeof benchmarks)[number]

type Valued = { readonly at: number; readonly total: Money }
type Flow = { readonly at: number; readonly amount: Money }

/** Growth has twelve decimals: a hundred links lose no hundredth of a percent. */
const unit = 10n ** 12n
const whole = 10_000n

const asPercent = (growth: bigint): Percent => percent(divide((growth - unit) * whole, unit, 'near'))

/**
 * The time-weighted return from the first point to each point: what the money that was there earned, whatever came or went. The
 * value at the instant of a flow is not known, so each interval is measured by modified Dietz (a flow counts for the part of the
 * interval that it was there), and the intervals are linked. A flow belongs to the first point after it.
 */
export function timeWeightedReturns(points: readonly Valued[], flows: readonly Flow[]): readonly Percent[] {
  let [growth, next] = [unit, 0]
  return points.map(({ at, total }, index) => {
    const before = points[index - 1]
    if (before === undefined) return asPercent(growth)
    const length = BigInt(Math.max(1, at - before.at))
    // Both sides are multiplied by the length of the interval, so that nothing is rounded before the division.
    let [invested, left] = [before.total * length, total * length]
    for (; isWithin(flows[next], at, index === points.length - 1); next += 1) {
      const flow = flows[next] as Flow
      const waited = greatest(0n, BigInt(flow.at - before.at))
      invested += flow.amount * (length - waited)
      left -= flow.amount * waited
    }
    // Where nothing was invested, nothing was earned; more than everything cannot be lost.
    if (invested > 0n) growth = divide(growth * greatest(0n, left), invested, 'near')
    return asPercent(growth)
  })
}

const isWithin = (flow: Flow | undefined, until: number, isLast: boolean): boolean =>
  flow !== undefined && (isLast || flow.at < until)

/** An index at a point: its level, and the mid of its currency in pesos. */
export type IndexLevel = { readonly level: Price | undefined; readonly rate: Rate | undefined }

/**
 * The return of an index in pesos from the first point to each point, without dividends. Undefined without a level at the start;
 * later a point without one stands where the point before stood.
 */
export function indexReturns(levels: readonly IndexLevel[]): readonly Percent[] | undefined {
  const values = levels.map(({ level, rate }) => (level === undefined || rate === undefined ? undefined : level * rate))
  const [start] = values
  if (start === undefined || start <= 0n) return undefined
  let last = start
  return values.map((value) => {
    last = value ?? last
    return percent(divide((last - start) * whole, start, 'near'))
  })
}
