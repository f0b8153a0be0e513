import { dayAndTime, placeOf } from '#areas/offerings/times.ts'

/** '11/24 12:00 HKT': a time in the zone of a market of shares. */
export function venueTimeText({ market }: { readonly market: string }, at: number): string {
  const { zone, label } = placeOf(market)
  return `${dayAndTime(at, zone)} ${label}`
}
