import { channelsMost, heartbeatSeconds, quoteChannelsMost, silenceSecondsMost } from '@mex/contract/push.ts'

/** Everything about a socket has a limit (specification, calls N). Times are wall-clock milliseconds. */
export type PushLimits = {
  readonly heartbeatMilliseconds: number
  /** A socket that says nothing for so long, not even an answer to a heartbeat, is closed. */
  readonly silenceMilliseconds: number
  readonly socketsPerPerson: number
  readonly socketsPerNetwork: number
  readonly sockets: number
  readonly quoteChannels: number
  readonly channels: number
  readonly messageBytes: number
  /** Messages that a client may send at once, and how many it gets back per second. */
  readonly messageBurst: number
  readonly messagesPerSecond: number
  /** Messages beyond that before the socket is closed. */
  readonly messageExcess: number
  /** Least time between two frames to one socket: 20 ms are 50 frames a second. */
  readonly frameMilliseconds: number
  /** Unsent bytes from which a socket gets nothing until they are gone; only the newest quotes wait for it. */
  readonly conflateBytes: number
  /** How long that may last before the socket is closed. */
  readonly slowMilliseconds: number
  /** Frames of `user` and `system`, and replies, that may wait for a slow socket; older ones are left out. */
  readonly waiting: number
  /** How often a token is looked at again, so that one that has ended elsewhere ends here too. */
  readonly recheckMilliseconds: number
}

export const defaultLimits: PushLimits = {
  heartbeatMilliseconds: heartbeatSeconds * 1000,
  silenceMilliseconds: silenceSecondsMost * 1000,
  socketsPerPerson: 5,
  socketsPerNetwork: 2500,
  sockets: 10_000,
  quoteChannels: quoteChannelsMost,
  channels: channelsMost,
  messageBytes: 4096,
  messageBurst: 30,
  messagesPerSecond: 10,
  messageExcess: 100,
  frameMilliseconds: 20,
  conflateBytes: 64 * 1024,
  slowMilliseconds: 10_000,
  waiting: 256,
  recheckMilliseconds: 300_000,
}

/** Why a socket is closed: codes of RFC 6455 where one fits, else of the range for applications. */
export const closures = {
  goingAway: { code: 1001, reason: 'going away' },
  binary: { code: 1003, reason: 'text only' },
  excess: { code: 1008, reason: 'too many messages' },
  tryLater: { code: 1013, reason: 'try again later' },
  silent: { code: 4000, reason: 'silent' },
  slow: { code: 4001, reason: 'too slow' },
} as const
export type Closure = (typeof closures)[keyof typeof closures]
