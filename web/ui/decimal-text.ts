import { groupDigits } from '#text/decimal.ts'

/**
 * Decimal texts as fields hold them: digits, at most one point, an optional minus. Amounts never become floating-point
 * numbers, so a step of 0.01 from 176.12 is exactly 176.13.
 */
const shape = /^(-)?(\d*)(?:\.(\d*))?$/

/**
 * The text with one point before its decimals, without grouping. The keypad of many phones has a comma instead of the point: a
 * comma is the point if it is the only one and comes last of the two, unless exactly three digits follow, which are a group.
 */
function withPoint(text: string): string {
  const comma = text.indexOf(',')
  const isPoint = comma >= 0 && comma === text.lastIndexOf(',') && comma > text.lastIndexOf('.')
  const isGroup = /^[1-9]\d{0,2},\d{3}$/.test(text)
  return isPoint && !isGroup ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', '')
}

/** Cleans typed or pasted text: no grouping, no letters, at most `decimals` decimals. */
export function cleanDecimal(typed: string, decimals: number): string {
  // Full-width digits and signs of a Chinese keyboard count as well.
  const plain = withPoint(typed.normalize('NFKC').replaceAll(/[^\d.,]/g, ''))
  const point = plain.indexOf('.')
  if (point < 0 || decimals === 0) return trimZeros(point < 0 ? plain : plain.slice(0, point))
  const fraction = plain
    .slice(point + 1)
    .replaceAll('.', '')
    .slice(0, decimals)
  return `${trimZeros(plain.slice(0, point)) || '0'}.${fraction}`
}

/** The text as a field shows it while nobody types: the thousands grouped, the decimals as they are. */
export function groupDecimal(text: string): string {
  const point = text.indexOf('.')
  return point < 0 ? groupDigits(text) : groupDigits(text.slice(0, point)) + text.slice(point)
}

const trimZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

/** The text as an integer with `scale` decimals; undefined when it is no number or has more decimals. */
export function scaled(text: string, scale: number): bigint | undefined {
  const match = shape.exec(text)
  if (match === null) return undefined
  const [, minus, whole = '', fraction = ''] = match
  if (whole === '' && fraction === '') return undefined
  const digits = fraction.replace(/0+$/, '')
  if (digits.length > scale) return undefined
  const value = BigInt(`${whole || '0'}${digits.padEnd(scale, '0')}`)
  return minus ? -value : value
}

/** The number of decimals in a text: '0.05' → 2. */
export const decimalsOf = (text: string): number => (text.includes('.') ? text.length - text.indexOf('.') - 1 : 0)

/** An integer with `scale` decimals as text with exactly `decimals` of them; further ones are truncated. */
export function unscaled(value: bigint, scale: number, decimals: number): string {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  const fraction = digits.slice(digits.length - scale).slice(0, decimals)
  return `${value < 0n ? '-' : ''}${whole}${decimals > 0 ? `.${fraction.padEnd(decimals, '0')}` : ''}`
}

type Limits = { step: string; min?: string | undefined; max?: string | undefined; decimals: number }

/**
 * The next multiple of the step above (`direction` 1) or below (−1) the text's value, inside the limits. An empty
 * text counts as zero. ('176.125', { step: '0.05' }, 1) → '176.15'.
 */
export function stepDecimal(text: string, { step, min, max, decimals }: Limits, direction: 1 | -1): string {
  const scale = Math.max(decimals, ...[text, step, min ?? '', max ?? ''].map(decimalsOf))
  const value = scaled(text, scale) ?? 0n
  const size = scaled(step, scale) ?? 1n
  const floor = (value / size) * size
  let next = direction === 1 ? floor + size : value === floor ? value - size : floor
  const lowest = min === undefined ? 0n : (scaled(min, scale) ?? 0n)
  const highest = max === undefined ? undefined : scaled(max, scale)
  if (next < lowest) next = lowest
  if (highest !== undefined && next > highest) next = highest
  return unscaled(next, scale, Math.max(decimals, 0))
}
