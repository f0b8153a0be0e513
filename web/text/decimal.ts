/** A number for the formatters: a decimal text, or an integer with its number of decimals. */
export type Decimal = string | { readonly raw: bigint; readonly scale: number }

export type Digits = {
  readonly negative: boolean
  readonly zero: boolean
  /** Whole digits, grouped with commas: the same in every language. */
  readonly whole: string
  readonly fraction: string
}

const shape = /^([-\u2212+])?(\d+)(?:\.(\d+))?$/

/** Parses either form; undefined when a text is no plain decimal. */
export function readDecimal(amount: Decimal): { raw: bigint; scale: number } | undefined {
  if (typeof amount !== 'string') return amount
  const match = shape.exec(amount.trim().replaceAll(',', ''))
  if (match === null) return undefined
  const [, sign, whole = '', fraction = ''] = match
  const raw = BigInt(whole + fraction)
  return { raw: sign === '-' || sign === '\u2212' ? -raw : raw, scale: fraction.length }
}

/** Rounds to exactly `decimals` decimals, half away from zero: for display, never for the ledger. */
export function roundDecimal(raw: bigint, scale: number, decimals: number): bigint {
  if (decimals >= scale) return raw * 10n ** BigInt(decimals - scale)
  const unit = 10n ** BigInt(scale - decimals)
  const size = raw < 0n ? -raw : raw
  const rounded = (size + unit / 2n) / unit
  return raw < 0n ? -rounded : rounded
}

/** Separates the thousands of a row of digits by commas. */
export const groupDigits = (digits: string): string => digits.replaceAll(/\B(?=(\d{3})+$)/g, ',')

/** Splits an integer of `decimals` decimals into grouped digits. */
export function digitsOf(raw: bigint, decimals: number): Digits {
  const text = (raw < 0n ? -raw : raw).toString().padStart(decimals + 1, '0')
  const whole = text.slice(0, text.length - decimals)
  return {
    negative: raw < 0n,
    zero: raw === 0n,
    whole: groupDigits(whole),
    fraction: text.slice(text.length - decimals),
  }
}
