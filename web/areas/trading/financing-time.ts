/** 'UTC−6', 'UTC+5:30': how far the clock of the device is from UTC at an instant. A night begins at an hour of the market. */
export function offsetText(at: number): string {
  const minutes = -new Date(at).getTimezoneOffset()
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}
