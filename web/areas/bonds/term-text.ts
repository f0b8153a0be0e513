import type { Text } from '#text/use-text.ts'

/** A term of a curve in words: '10Y' → '10Y', '10年'; '3M' → '3M', '3个月'. */
export function termText(t: Text, term: string): string {
  const [, count, unit] = /^(\d+)([MY])$/.exec(term) ?? []
  if (count === undefined) return term
  return unit === 'M' ? t('bonds.termMonths', { count }) : t('bonds.termYears', { count })
}
