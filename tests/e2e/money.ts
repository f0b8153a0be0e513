/**
 * The first amount of money in a text, in cents: '−$1,572.10' → -157210n. Throws without an amount, so that a row
 * without one never counts as zero.
 */
export function centsIn(text: string): bigint {
  const found = /([−+-]?)\s*(?:MX\$|HK\$|\$)([\d,]+)\.(\d\d)/.exec(text)
  if (found === null) throw new Error(`There is no amount of money in “${text}”`)
  const [, sign, whole = '', cents = ''] = found
  const amount = BigInt(whole.replaceAll(',', '') + cents)
  return sign === '−' || sign === '-' ? -amount : amount
}
