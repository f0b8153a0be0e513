import { formatTimestamp } from '#text/format-time.ts'

/** How the server writes an instant into the text of a refusal, for every reader alike. */
const serverTime = /(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g

/** What the server says, with its instants as this page writes them, in the zone of the device. */
export const withLocalTimes = (text: string): string =>
  text.replaceAll(serverTime, (_, date: string, time: string) => formatTimestamp(Date.parse(`${date}T${time}Z`)))
