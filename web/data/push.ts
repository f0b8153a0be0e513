import { heartbeatSeconds, silenceSecondsMax } from '@mex/contract/push.ts'

/** One frame of `/push`; the listener of the channel parses `data`. */
export type PushFrame = {
  readonly ch: string
  readonly type: string
  readonly seq: number
  readonly data: unknown
}

/** A listener of a channel. */
export type PushListener = {
  readonly onFrame: (frame: PushFrame) => void
  /**
   * Called when frames were missed: a gap in the sequence numbers, or a lost connection. The listener reloads over HTTP,
   * which is authoritative. A channel with the whole state in every frame, such as a quote, needs no handler.
   */
  readonly onGap?: () => void
}

/** `WebSocket.OPEN`. */
const openState = 1

/** The used part of WebSocket. */
export type Socket = {
  addEventListener(type: 'open' | 'close', listener: () => void): void
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
  /** 1 while open; it can change to closing before the close event. */
  readonly readyState: number
  send(text: string): void
  close(): void
}

export type PushState = 'connecting' | 'open' | 'closed'

export type PushOptions = {
  readonly connect: () => Socket
  readonly token: () => string | undefined
  /** Called when the server refuses the token. */
  readonly onExpired: (token: string) => void
  readonly onState?: (state: PushState) => void
  /** A random number from 0 to 1: jitter, so that clients do not reconnect all at once. */
  readonly random: () => number
}

/** How long, in ms, a channel stays subscribed without followers, so that scrolling back costs nothing. */
export const lingerMilliseconds = 400

/** Exponential backoff before retry `count` (from 0): 1, 2, 4 … 30 seconds, each shortened by up to a half (jitter). */
export function backoffMilliseconds(count: number, chance: number): number {
  return Math.min(30_000, 1000 * 2 ** count) * (1 - chance / 2)
}

/**
 * `last` is the sequence number of the newest frame; `isSubscribed`: the subscription has been sent on this connection.
 */
type Channel = { readonly listeners: Set<PushListener>; last: number | undefined; isSubscribed: boolean }
type Reply = {
  readonly op: string
  readonly ok?: boolean
  readonly code?: number
  readonly msg?: string
  readonly cid?: string | number
}

/** Timeout of a request, in ms. */
const timeoutMilliseconds = 10_000

/** The push connection (specification, calls N): opened at once, kept open, and resubscribed after each reconnect. */
export class Push {
  readonly #options: PushOptions
  readonly #channels = new Map<string, Channel>()
  #socket: Socket | undefined
  #isOpen = false
  #isClosed = false
  #isAskQueued = false
  #hasBeenOpen = false
  /** We closed it for a new session: reopened at once, without the state 'closed'. */
  #isRestarting = false
  #tries = 0
  #lastHeard = 0
  readonly #asked = new Map<string, (reply: Reply | undefined) => void>()
  #asking = 0
  /** The token that was sent on this connection. */
  #said: string | undefined
  #beat: ReturnType<typeof setInterval> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined
  #tidying: ReturnType<typeof setTimeout> | undefined

  constructor(options: PushOptions) {
    this.#options = options
    this.#connect()
  }

  /** Follows a channel until the returned function is called. A channel can have any number of listeners. */
  follow(name: string, listener: PushListener): () => void {
    const channel = this.#channels.get(name) ?? { listeners: new Set(), last: undefined, isSubscribed: false }
    this.#channels.set(name, channel)
    channel.listeners.add(listener)
    if (!channel.isSubscribed) this.#queueAsk()
    return () => {
      channel.listeners.delete(listener)
      if (channel.listeners.size === 0) this.#tidying ??= setTimeout(() => this.#tidy(), lingerMilliseconds)
    }
  }

  /**
   * Sends a message and returns the answer; undefined after a timeout or without a connection. `key` is an idempotency
   * key, so that a retry is not carried out twice.
   */
  ask(message: { readonly op: string } & Record<string, unknown>, key?: string): Promise<Reply | undefined> {
    if (!this.#isOpen) return Promise.resolve(undefined)
    this.#asking += 1
    const cid = key ?? `ask ${this.#asking}`
    return new Promise((resolve) => {
      const end = (reply: Reply | undefined): void => {
        clearTimeout(timer)
        this.#asked.delete(cid)
        resolve(reply)
      }
      const timer = setTimeout(() => end(undefined), timeoutMilliseconds)
      this.#asked.set(cid, end)
      this.#say({ ...message, cid })
    })
  }

  /** The session changed: sends the new token. A connection with another user's token is replaced. */
  identify(): void {
    if (!this.#isOpen || this.#options.token() === this.#said) return
    if (this.#said === undefined) this.#authenticate()
    else this.restart()
  }

  /** A parameter of the handshake changed: reconnects at once, without the state 'closed'. */
  restart(): void {
    if (!this.#isOpen) return
    this.#isRestarting = true
    this.#socket?.close()
  }

  /** The network is back: retries without waiting for the backoff. */
  retryNow(): void {
    if (this.#isOpen || this.#isClosed || this.#retry === undefined) return
    clearTimeout(this.#retry)
    this.#tries = 0
    this.#connect()
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#retry)
    clearTimeout(this.#tidying)
    clearInterval(this.#beat)
    this.#socket?.close()
  }

  #connect(): void {
    this.#retry = undefined
    this.#options.onState?.('connecting')
    const socket = this.#options.connect()
    socket.addEventListener('open', () => this.#onOpen())
    socket.addEventListener('message', (event) => this.#onMessage(event.data))
    socket.addEventListener('close', () => this.#onClose())
    this.#socket = socket
  }

  #onOpen(): void {
    this.#isOpen = true
    this.#tries = 0
    this.#lastHeard = performance.now()
    this.#options.onState?.('open')
    this.#authenticate()
    for (const channel of this.#channels.values()) {
      channel.isSubscribed = false
      channel.last = undefined
    }
    this.#ask()
    // Frames of the time without a connection are lost.
    if (this.#hasBeenOpen) for (const channel of this.#channels.values()) gap(channel)
    this.#hasBeenOpen = true
    clearInterval(this.#beat)
    this.#beat = setInterval(() => this.#onBeat(), heartbeatSeconds * 1000)
  }

  #onBeat(): void {
    if (performance.now() - this.#lastHeard > silenceSecondsMax * 1000) this.#socket?.close()
    else this.#say({ op: 'ping' })
  }

  #onClose(): void {
    this.#isOpen = false
    this.#said = undefined
    for (const end of Array.from(this.#asked.values())) end(undefined)
    clearInterval(this.#beat)
    if (this.#isClosed) return
    if (this.#isRestarting) {
      this.#isRestarting = false
      this.#connect()
      return
    }
    this.#options.onState?.('closed')
    clearTimeout(this.#retry)
    this.#retry = setTimeout(() => this.#connect(), backoffMilliseconds(this.#tries, this.#options.random()))
    this.#tries += 1
  }

  #onMessage(text: unknown): void {
    this.#lastHeard = performance.now()
    for (const message of readMessages(text)) this.#onOne(message)
  }

  #onOne(message: PushFrame | Reply): void {
    if ('op' in message) {
      this.#asked.get(String(message.cid))?.(message)
      const isRefused = message.op === 'auth' && message.ok === false && message.code === 401
      if (isRefused && this.#said !== undefined) this.#options.onExpired(this.#said)
      return
    }
    const channel = this.#channels.get(message.ch)
    if (channel === undefined) return
    const { last } = channel
    channel.last = message.seq
    if (last !== undefined && message.seq > last + 1) gap(channel)
    for (const listener of channel.listeners) listener.onFrame(message)
  }

  #say(message: Record<string, unknown>): void {
    if (this.#isOpen && this.#socket?.readyState === openState) this.#socket.send(JSON.stringify(message))
  }

  #authenticate(): void {
    this.#said = this.#options.token()
    if (this.#said !== undefined) this.#say({ op: 'auth', token: this.#said })
  }

  /** Many rows start to follow in one task: one message subscribes to all. */
  #queueAsk(): void {
    if (this.#isAskQueued) return
    this.#isAskQueued = true
    queueMicrotask(() => this.#ask())
  }

  #ask(): void {
    this.#isAskQueued = false
    if (!this.#isOpen) return
    const wanted = [...this.#channels].filter(([, channel]) => !channel.isSubscribed && channel.listeners.size > 0)
    if (wanted.length === 0) return
    for (const [, channel] of wanted) channel.isSubscribed = true
    this.#say({ op: 'sub', ch: wanted.map(([name]) => name) })
  }

  #tidy(): void {
    this.#tidying = undefined
    const idle = [...this.#channels].filter(([, channel]) => channel.listeners.size === 0)
    for (const [name] of idle) this.#channels.delete(name)
    const subscribed = idle.filter(([, channel]) => channel.isSubscribed).map(([name]) => name)
    if (subscribed.length > 0) this.#say({ op: 'unsub', ch: subscribed })
  }
}

function gap(channel: Channel): void {
  for (const listener of channel.listeners) listener.onGap?.()
}

/** Parses a frame: one message, or an array of messages in their order. Drops malformed ones. */
function readMessages(text: unknown): readonly (PushFrame | Reply)[] {
  if (typeof text !== 'string') return []
  try {
    const said: unknown = JSON.parse(text)
    const messages: readonly unknown[] = Array.isArray(said) ? said : [said]
    return messages.map(readMessage).filter((message) => message !== undefined)
  } catch {
    return []
  }
}

function readMessage(message: unknown): PushFrame | Reply | undefined {
  if (typeof message !== 'object' || message === null) return undefined
  if ('op' in message && typeof message.op === 'string') return message as Reply
  const isFrame =
    'ch' in message && typeof message.ch === 'string' && 'seq' in message && typeof message.seq === 'number'
  return isFrame ? (message as PushFrame) : undefined
}
