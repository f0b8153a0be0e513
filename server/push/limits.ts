import { channelsMax, heartbeatSeconds, quoteChannelsMax, silenceSecondsMax } from '@mex/contract/push.ts'

/** Limits of the push socket (specification, calls N). Times are wall-clock milliseconds. */
export type PushLimits = {
  readonly heartbeatMilliseconds: number
  /** Idle timeout: a socket that sends nothing, not even a pong, is closed. */
  readonly silenceMilliseconds: number
  readonly socketsPerPerson: number
  readonly socketsPerNetwork: number
  readonly sockets: number
  /**
   * Token bucket for new sockets: pages that all connect again at once, as after a restart of a proxy, are let in one after the other, so
   * that they delay no order.
   */
  readonly openBurst: number
  readonly opensPerSecond: number
  readonly quoteChannels: number
  readonly channels: number
  readonly messageBytes: number
  /** Token bucket for messages of a client: its size and its refill per second. */
  readonly messageBurst: number
  readonly messagesPerSecond: number
  /** Messages over that limit before the socket is closed. */
  readonly messageExcess: number
  /** Minimum time between two frames to one socket: 20 ms are 50 frames a second. */
  readonly frameMilliseconds: number
  /** Back-pressure: with more unsent bytes, nothing is sent and quotes are conflated to the newest. */
  readonly conflateBytes: number
  /** Maximum duration of back-pressure before the socket is closed. */
  readonly slowMilliseconds: number
  /** Queue length for replies and frames of `user`, `chat` and `system` to a slow socket; the oldest are dropped. */
  readonly waiting: number
  /** How often a token is checked again, so that a session revoked elsewhere ends here too. */
  readonly recheckMilliseconds: number
}

export const defaultLimits: PushLimits = {
  heartbeatMilliseconds: heartbeatSeconds * 1000,
  silenceMilliseconds: silenceSecondsMax * 1000,
  socketsPerPerson: 5,
  socketsPerNetwork: 2500,
  sockets: 10_000,
  openBurst: 100,
  opensPerSecond: 200,
  quoteChannels: quoteChannelsMax,
  channels: channelsMax,
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

/** Reasons to close a socket: codes of RFC 6455 where one fits, else of the range for applications. */
export const closures = {
  goingAway: { code: 1001, reason: 'going away' },
  binary: { code: 1003, reason: 'text only' },
  excess: { code: 1008, reason: 'too many messages' },
  tryLater: { code: 1013, reason: 'try again later' },
  silent: { code: 4000, reason: 'silent' },
  slow: { code: 4001, reason: 'too slow' },
} as const
export type Closure = (typeof closures)[keyof typeof closures]
