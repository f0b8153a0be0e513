import { digitsOf, readDecimal, roundDecimal, type Decimal } from './decimal.ts'
import type { Language } from './language.ts'

/** Shown for an unknown value. */
export const unknown = '—'
/** U+2212: as wide as a plus, unlike the hyphen. */
const minus = '\u2212'

/** Zero is a fall (spec §5): it has its colour, but no sign and no triangle. */
export type Trend = 'up' | 'down' | 'zero'
/** A change ready to show: the text has its sign. */
export type ChangeText = { readonly text: string; readonly trend: Trend }

const symbols: Readonly<Record<string, string>> = { USD: '$', HKD: 'HK$', MXN: 'MX$' }

/** '$', 'HK$' or 'MX$'; any other currency is named by its code and a space. */
export const currencySymbol = (currency: string): string => symbols[currency] ?? `${currency} `

type Style = { before?: string; after?: string; plus?: boolean; trim?: boolean }

function write(amount: Decimal | undefined, decimals: number, style: Style = {}): string {
  const read = amount === undefined ? undefined : readDecimal(amount)
  if (read === undefined) return unknown
  const { negative, zero, whole, fraction } = digitsOf(roundDecimal(read.raw, read.scale, decimals), decimals)
  const shown = style.trim ? fraction.replace(/0+$/, '') : fraction
  const sign = negative ? minus : style.plus && !zero ? '+' : ''
  return `${sign}${style.before ?? ''}${whole}${shown === '' ? '' : `.${shown}`}${style.after ?? ''}`
}

function trendOf(amount: Decimal, decimals: number): Trend {
  const read = readDecimal(amount)
  const raw = read !== undefined ? roundDecimal(read.raw, read.scale, decimals) : 0n
  if (raw === 0n) return 'zero'
  return raw > 0n ? 'up' : 'down'
}

/** '$1,234.50', '−MX$20.00'; always 2 decimals. With `plus`, gains say '+'. */
export function formatMoney(amount: Decimal | undefined, currency: string, plus = false): string {
  return write(amount, 2, { before: currencySymbol(currency), plus })
}

/** '6,846.21' with the decimals of the instrument's tick. */
export const formatPrice = (amount: Decimal | undefined, decimals: number): string => write(amount, decimals)

/** '1,204' or '0.15': without trailing zeros, unless `decimals` gives the exact number. */
export function formatQuantity(amount: Decimal | undefined, decimals?: number): string {
  return decimals === undefined ? write(amount, 8, { trim: true }) : write(amount, decimals)
}

/** '38.00%' of an amount that is already in per cent. */
export const formatPercent = (amount: Decimal | undefined): string => write(amount, 2, { after: '%' })

/** How many decimals a tick needs: '0.01' → 2, '0.25' → 2, '5' → 0. */
export function decimalsOfTick(tick: Decimal): number {
  const read = readDecimal(tick)
  if (read === undefined) return 2
  let { raw, scale } = read
  while (scale > 0 && raw % 10n === 0n) {
    raw /= 10n
    scale -= 1
  }
  return scale
}

/** A fall is a change that is not above zero (spec §3), or a text that starts with a minus. */
export function isFall(change: Decimal): boolean {
  const read = readDecimal(change)
  return read === undefined || read.raw <= 0n
}

function change(amount: Decimal | undefined, decimals: number, style: Style): ChangeText | undefined {
  if (amount === undefined || readDecimal(amount) === undefined) return undefined
  return { text: write(amount, decimals, { ...style, plus: true }), trend: trendOf(amount, decimals) }
}

/** '+5.41': a change of price with the tick's decimals. */
export const formatChange = (amount: Decimal | undefined, decimals: number) => change(amount, decimals, {})
/** '+3.17%' of an amount in per cent. */
export const formatChangePercent = (amount: Decimal | undefined) => change(amount, 2, { after: '%' })
/** '+$404.32': profit or loss. */
export const formatProfit = (amount: Decimal | undefined, currency: string) =>
  change(amount, 2, { before: currencySymbol(currency) })

type Unit = readonly [power: number, word: string]
const units: Readonly<Record<Language, readonly Unit[]>> = {
  en: [
    [12, 'T'],
    [9, 'B'],
    [6, 'M'],
    [3, 'K'],
  ],
  'zh-CN': [
    [12, '万亿'],
    [8, '亿'],
    [4, '万'],
  ],
  'zh-TW': [
    [12, '兆'],
    [8, '億'],
    [4, '萬'],
  ],
}

const abs = (value: bigint): bigint => (value < 0n ? -value : value)

/** '460.85K', '54.45M', '46.09万': at most 2 decimals. Below 10,000 the number itself. */
export function formatCompact(amount: Decimal | undefined, language: Language): string {
  const read = amount === undefined ? undefined : readDecimal(amount)
  if (read === undefined) return unknown
  const size = abs(read.raw)
  const whole = size / 10n ** BigInt(read.scale)
  if (whole < 10_000n) return write(read, whole < 100n ? 2 : 0, { trim: true })
  for (const [index, [power, word]] of units[language].entries()) {
    if (whole < 10n ** BigInt(power)) continue
    // Four digits say enough: '7658万'.
    const places = whole >= 10n ** BigInt(power + 3) ? 0 : 2
    const rounded = roundDecimal(read.raw, read.scale + power, places)
    const above = units[language][index - 1]
    // Rounded, 999.996 thousand are one of the unit above.
    if (above !== undefined && abs(rounded) === 10n ** BigInt(above[0] - power + places))
      return `${rounded < 0n ? minus : ''}1${above[1]}`
    const { negative, whole: digits, fraction } = digitsOf(rounded, places)
    const shown = fraction.replace(/0+$/, '')
    return `${negative ? minus : ''}${digits.replaceAll(',', '')}${shown === '' ? '' : `.${shown}`}${word}`
  }
  return write(read, 0)
}
