import { formatTimestamp } from '#text/format-time.ts'

/** An instant in a message of the server, in UTC. */
const serverTime = /(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC/g

/** The message with its instants in the page's format and the time zone of the device. */
export const withLocalTimes = (text: string): string =>
  text.replaceAll(serverTime, (_, date: string, time: string) => formatTimestamp(Date.parse(`${date}T${time}Z`)))
