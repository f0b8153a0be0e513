import { assert } from '#assert.ts'

/**
 * The rounding rules of rulebook §0.2. `near` is half away from zero, so that a long and its mirrored short
 * round to amounts of the same size.
 */
export type Rounding = 'floor' | 'ceil' | 'near'

/** numerator ÷ denominator as an integer; the caller names the rounding. The denominator is positive. */
export function divide(numerator: bigint, denominator: bigint, rounding: Rounding): bigint {
  assert(denominator > 0n, 'a denominator is positive')
  const quotient = numerator / denominator
  const remainder = numerator % denominator
  if (remainder === 0n) return quotient
  const negative = numerator < 0n
  if (rounding === 'floor') return negative ? quotient - 1n : quotient
  if (rounding === 'ceil') return negative ? quotient : quotient + 1n
  const twice = 2n * (negative ? -remainder : remainder)
  if (twice < denominator) return quotient
  return negative ? quotient - 1n : quotient + 1n
}

const pattern = /^(-)?(\d+)(?:\.(\d+))?$/

/**
 * Reads a decimal text as an integer of `scale` decimals: ('12.5', 2) → 1250n. Undefined when the text is not a
 * plain decimal number or has more than `scale` decimals (trailing zeros do not count).
 */
export function parseDecimal(text: string, scale: number): bigint | undefined {
  const match = pattern.exec(text)
  if (match === null) return undefined
  const [, minus, whole = '', fraction = ''] = match
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > scale || whole.length > 24) return undefined
  const value = BigInt(whole + digits.padEnd(scale, '0'))
  return minus ? -value : value
}

/** Writes an integer of `scale` decimals with at least `decimalsMin` decimals: (1250n, 2, 2) → '12.50'. */
export function formatDecimal(value: bigint, scale: number, decimalsMin: number): string {
  const digits = magnitude(value)
    .toString()
    .padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale)
  let end = scale
  while (end > decimalsMin && fraction[end - 1] === '0') end -= 1
  const sign = value < 0n ? '-' : ''
  return end === 0 ? sign + whole : `${sign}${whole}.${fraction.slice(0, end)}`
}

export const least = (left: bigint, right: bigint): bigint => (left < right ? left : right)
export const greatest = (left: bigint, right: bigint): bigint => (left > right ? left : right)
export const magnitude = (value: bigint): bigint => (value < 0n ? -value : value)
