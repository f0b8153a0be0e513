import { groupDigits } from '#text/decimal.ts'

/**
 * Decimal texts as fields hold them: digits, at most one point, an optional minus. Amounts never become floating-point
 * numbers, so a step of 0.01 from 176.12 is exactly 176.13.
 */
const shape = /^(-)?(\d*)(?:\.(\d*))?$/

/** What stands before the decimals in the region of the device: its keypad may have only this sign. */
const deviceSign = (): string =>
  new Intl.NumberFormat().formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ?? '.'

const sameStart = (one: string, other: string): number => {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

const sameEnd = (one: string, other: string): number => {
  let length = 0
  while (length < one.length && one.at(-1 - length) === other.at(-1 - length)) length += 1
  return length
}

/** Thousands grouped by commas, as this page writes them, and by points. */
const commaGroups = /^\d{1,3}(,\d{3})+(\.\d*)?$/
const pointGroups = /^\d{1,3}(\.\d{3})+,\d*$/

/** Where a comma is the decimal sign: the text with a point instead, and without grouping. */
function withPoint(typed: string, shown: string): string {
  const start = sameStart(typed, shown)
  const end = sameEnd(typed.slice(start), shown.slice(start))
  const added = typed.slice(start, typed.length - end)
  // A sign that was typed or taken away: the other commas are those that the field showed.
  if (shown !== '' && added.length <= 1)
    return typed.slice(0, start) + added.replace(',', '.') + typed.slice(typed.length - end)
  if (pointGroups.test(typed)) return typed.replaceAll('.', '').replace(',', '.')
  const isOne = typed.indexOf(',') === typed.lastIndexOf(',') && !typed.includes('.')
  return isOne && !commaGroups.test(typed) ? typed.replace(',', '.') : typed
}

type Cleaning = {
  readonly decimals: number
  /** What the field showed before. */
  readonly shown?: string
  readonly sign?: string
}

/** Cleans typed or pasted text: no grouping, no letters, at most `decimals` decimals. Full-width digits count as well. */
export function cleanDecimal(typed: string, { decimals, shown = '', sign = deviceSign() }: Cleaning): string {
  const read = typed.normalize('NFKC').replaceAll(/[^\d.,]/g, '')
  // Nobody groups what begins with zero: there a comma is the point in every region.
  const isPoint = sign === ',' || (/^0?$/.test(shown) && /^0?,/.test(read))
  const plain = (isPoint ? withPoint(read, shown) : read).replaceAll(',', '')
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
