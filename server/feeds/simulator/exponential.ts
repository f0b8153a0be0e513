/**
 * Exponential and logarithm from + − × ÷ only (market model §2). `Math.exp` and `Math.log` may differ in the last bit
 * between JavaScript engines, and then two servers would show different prices.
 */
const naturalLogOfTwo = 0.6931471805599453
const powersOfTwo = Float64Array.from({ length: 129 }, (_, index) => powerOfTwo(index - 64))

function powerOfTwo(exponent: number): number {
  let power = 1
  for (let step = exponent; step > 0; step -= 1) power *= 2
  for (let step = exponent; step < 0; step += 1) power /= 2
  return power
}

/** e to the power x for |x| ≤ 44: a Taylor series of 13 terms in Horner's form around the nearest multiple of ln 2. */
export function exponential(x: number): number {
  const multiple = Math.floor(x / naturalLogOfTwo + 0.5)
  const rest = x - multiple * naturalLogOfTwo
  let sum = 1 + rest / 13
  for (let term = 12; term >= 1; term -= 1) sum = 1 + (rest * sum) / term
  return sum * powersOfTwo[multiple + 64]!
}

/** Natural logarithm of x > 0: scaled by powers of 2 into [√½, √2], then 2·atanh((x−1)/(x+1)), odd terms to 25. */
export function logarithm(x: number): number {
  let mantissa = x
  let exponent = 0
  while (mantissa > 1.4142135623730951) {
    mantissa /= 2
    exponent += 1
  }
  while (mantissa < 0.7071067811865476) {
    mantissa *= 2
    exponent -= 1
  }
  const ratio = (mantissa - 1) / (mantissa + 1)
  const square = ratio * ratio
  let sum = 0
  for (let term = 25; term >= 1; term -= 2) sum = sum * square + 1 / term
  return 2 * ratio * sum + exponent * naturalLogOfTwo
}
