/** The statistics of the realism card. The ranges were set with the same functions on real series (market model §7). */
export type Series = ArrayLike<number> & Iterable<number>

export function mean(values: Series): number {
  let sum = 0
  for (const value of values) sum += value
  return sum / values.length
}

export function deviation(values: Series): number {
  const centre = mean(values)
  let sum = 0
  for (const value of values) sum += (value - centre) ** 2
  return Math.sqrt(sum / values.length)
}

/** Fourth moment over the squared second: 3 for a normal distribution. */
export function kurtosis(values: Series): number {
  const centre = mean(values)
  let second = 0
  let fourth = 0
  for (const value of values) {
    const square = (value - centre) ** 2
    second += square
    fourth += square * square
  }
  return (fourth * values.length) / (second * second)
}

export function autocorrelation(values: readonly number[], lag: number): number {
  const centre = mean(values)
  let product = 0
  let square = 0
  for (const [index, value] of values.entries()) {
    square += (value - centre) ** 2
    if (index >= lag) product += (value - centre) * (values[index - lag]! - centre)
  }
  return product / square
}

export function correlation(left: readonly number[], right: readonly number[]): number {
  const [centreLeft, centreRight] = [mean(left), mean(right)]
  let product = 0
  let squareLeft = 0
  let squareRight = 0
  for (const [index, value] of left.entries()) {
    product += (value - centreLeft) * (right[index]! - centreRight)
    squareLeft += (value - centreLeft) ** 2
    squareRight += (right[index]! - centreRight) ** 2
  }
  return product / Math.sqrt(squareLeft * squareRight)
}

/** Linear interpolation between the two nearest ranks, ignoring values that are not finite. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.filter(Number.isFinite).sort((left, right) => left - right)
  const position = (sorted.length - 1) * share
  const below = Math.floor(position)
  const value = sorted[below] ?? NaN
  return value + ((sorted[below + 1] ?? value) - value) * (position - below)
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

export type LogCandle = { readonly open: number; readonly high: number; readonly low: number; readonly close: number }

export type DailyStatistics = {
  readonly returns: readonly number[]
  readonly volatility: number
  readonly kurtosis: number
  readonly lag1: number
  readonly absolute1: number
  readonly absolute5: number
  readonly absolute20: number
  readonly absolute60: number
  /** Share of the overnight gap in the variance. */
  readonly gapShare: number
  /** Mean of high − low over the mean absolute return. */
  readonly rangeRatio: number
}

/** The statistics of daily candles in natural logarithms. */
export function dailyStatistics(candles: readonly LogCandle[], daysPerYear: number): DailyStatistics {
  const pairs = candles.slice(1).map((candle, index) => ({ candle, before: candles[index]!.close }))
  const returns = pairs.map(({ candle, before }) => candle.close - before)
  const absolute = returns.map(Math.abs)
  const gap = deviation(pairs.map(({ candle, before }) => candle.open - before)) ** 2
  const inside = deviation(pairs.map(({ candle }) => candle.close - candle.open)) ** 2
  return {
    returns,
    volatility: deviation(returns) * Math.sqrt(daysPerYear),
    kurtosis: kurtosis(returns),
    lag1: autocorrelation(returns, 1),
    absolute1: autocorrelation(absolute, 1),
    absolute5: autocorrelation(absolute, 5),
    absolute20: autocorrelation(absolute, 20),
    absolute60: autocorrelation(absolute, 60),
    gapShare: gap / (gap + inside),
    rangeRatio: mean(pairs.map(({ candle }) => candle.high - candle.low)) / mean(absolute),
  }
}

/** Correlation of a return with the mean absolute return of the next five days: below 0 if falls raise volatility. */
export function leverageEffect(returns: readonly number[]): number {
  const before: number[] = []
  const after: number[] = []
  for (let index = 0; index + 5 < returns.length; index += 1) {
    before.push(returns[index]!)
    after.push(mean(returns.slice(index + 1, index + 6).map(Math.abs)))
  }
  return correlation(before, after)
}

export type MinuteStatistics = {
  readonly kurtosis: number
  readonly lag1: number
  readonly absolute1: number
  readonly absolute30: number
  /** Mean absolute moves of parts of the session over those of its middle. */
  readonly first5: number
  readonly first30: number
  readonly last30: number
}

/** The statistics of sessions, each a list of log prices at the ends of its minutes. */
export function minuteStatistics(sessions: readonly (readonly number[])[]): MinuteStatistics {
  const moves = sessions.map((closes) => closes.slice(1).map((close, index) => close - closes[index]!))
  const absolute = moves.map((session) => session.map(Math.abs))
  const squares = moves.flat().reduce((sum, move) => sum + move * move, 0)
  const products = moves.flatMap((session) => session.slice(1).map((move, index) => move * session[index]!))
  const count = Math.max(...sessions.map((closes) => closes.length))
  const meanOf = (from: number, until: number): number =>
    mean(absolute.flatMap((session) => session.slice(Math.max(0, from - 1), until - 1)))
  const middle = meanOf(Math.floor(count * 0.4), Math.floor(count * 0.65))
  return {
    kurtosis: kurtosis(moves.flat()),
    lag1: products.reduce((sum, product) => sum + product, 0) / squares,
    absolute1: pooledAutocorrelation(absolute, 1),
    absolute30: pooledAutocorrelation(absolute, 30),
    first5: meanOf(1, 6) / middle,
    first30: meanOf(1, 31) / middle,
    last30: meanOf(count - 30, count) / middle,
  }
}

function pooledAutocorrelation(sessions: readonly (readonly number[])[], lag: number): number {
  let product = 0
  let square = 0
  for (const session of sessions) {
    const centre = mean(session)
    for (const [index, value] of session.entries()) {
      square += (value - centre) ** 2
      if (index >= lag) product += (value - centre) * (session[index - lag]! - centre)
    }
  }
  return product / square
}

/** Share of the variance of `target` that a linear function of the features explains (ordinary least squares). */
export function explainedShare(features: readonly (readonly number[])[], target: readonly number[]): number {
  const size = (features[0]?.length ?? 0) + 1
  const matrix = Array.from({ length: size }, () => new Float64Array(size + 1))
  for (const [index, row] of features.entries()) {
    const full = [1, ...row]
    for (const [left, value] of full.entries()) {
      for (const [right, other] of full.entries()) matrix[left]![right]! += value * other
      matrix[left]![size]! += value * target[index]!
    }
  }
  solve(matrix)
  const centre = mean(target)
  let unexplained = 0
  let total = 0
  for (const [index, row] of features.entries()) {
    const guess = [1, ...row].reduce((sum, value, place) => sum + value * matrix[place]![size]!, 0)
    unexplained += (target[index]! - guess) ** 2
    total += (target[index]! - centre) ** 2
  }
  return 1 - unexplained / total
}

/** Gauss–Jordan elimination; the last column becomes the solution. */
function solve(matrix: readonly Float64Array[]): void {
  for (const [place, row] of matrix.entries()) {
    const pivot = row[place]! + 1e-12
    for (let column = place; column < row.length; column += 1) row[column]! /= pivot
    for (const [other, target] of matrix.entries()) {
      if (other === place) continue
      const factor = target[place]!
      for (let column = place; column < row.length; column += 1) target[column]! -= factor * row[column]!
    }
  }
}
