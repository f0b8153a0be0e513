/**
 * Social-security numbers that can never have been issued (rulebook §4.4): only those are accepted, so that no user stores
 * a real one here.
 */

const pattern = /^(\d{3})-?(\d{2})-?(\d{4})$/

/** 987-65-4320 to 987-65-4329 are kept for advertising. */
const isAdvertising = (digits: string): boolean => /^98765432\d$/.test(digits)

/** Whether a number is well formed and never issued: area 000 or 666, group 00, serial 0000, or used in advertising. */
export function isFictitiousSecurityNumber(text: string): boolean {
  const [, area, group, serial] = pattern.exec(text) ?? []
  if (area === undefined || group === undefined || serial === undefined) return false
  if (isAdvertising(area + group + serial)) return true
  return area === '000' || area === '666' || group === '00' || serial === '0000'
}

/** The nine digits with dashes, as a number is kept. */
export const tidySecurityNumber = (text: string): string => text.replace(pattern, '$1-$2-$3')

/** As a number is shown: its last four digits alone. */
export const maskedSecurityNumber = (text: string): string => `***-**-${text.slice(-4)}`
