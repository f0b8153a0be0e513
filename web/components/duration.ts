import type { Text } from '#text/use-text.ts'

const minute = 60_000

/** '28m', '2h 28m', '5h', or '1d 5h' from a day on; nothing is less than no time. */
export function durationText(milliseconds: number, t: Text): string {
  const minutes = Math.max(0, Math.ceil(milliseconds / minute))
  const hours = Math.floor(minutes / 60)
  if (hours === 0) return t('ui.minutes', { minutes: String(minutes) })
  return hours < 24
    ? t('ui.hoursAndMinutes', { hours: String(hours), minutes: minutes % 60 })
    : t('ui.daysAndHours', { days: String(Math.floor(hours / 24)), hours: hours % 24 })
}
