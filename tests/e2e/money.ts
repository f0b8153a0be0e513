/**
 * The first sum of money in a text, in cents: '−$1,572.10' → -157210n. Fails when there is none, so that a row without
 * a sum is never counted as nothing.
 */
export function centsIn(text: string): bigint {
  const found = /([−+-]?)\s*(?:MX\$|HK\$|\$)([\d,]+)\.(\d\d)/.exec(text)
  if (found === null) throw new Error(`There is no sum of money in “${text}”`)
  const [, sign, whole = '', cents = ''] = found
  const amount = BigInt(whole.replaceAll(',', '') + cents)
  return sign === '−' || sign === '-' ? -amount : amount
}
