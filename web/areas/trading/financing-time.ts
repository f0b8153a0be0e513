import { deviceTimeZone, formatTimestamp } from '#text/format-time.ts'

/** When the next night is charged, with the time zone of the device: the night begins in that of the market. */
export const financingTime = (at: number): string => `${formatTimestamp(at)} · ${deviceTimeZone()}`
