import { marketTimes } from '#areas/market/door/market-times.ts'
import { formatDate, formatTime } from '#text/format-time.ts'

/** The shares of auctions are American, and so are the times of auctions. */
const { zone } = marketTimes.US

/** '09:28' in New York. */
export const timeInNewYork = (at: number): string => formatTime(at, zone)

/** '11/20/2026' in New York. */
export const dateInNewYork = (at: number): string => formatDate(at, zone)

/** '1:48', or '5:28:00' from an hour on; nothing is less than no time. */
export function countdownText(milliseconds: number): string {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const parts = hours > 0 ? [hours, padded(minutes)] : [minutes]
  return [...parts, padded(seconds % 60)].join(':')
}

const padded = (count: number): string => String(count).padStart(2, '0')
