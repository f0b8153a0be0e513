import type { Language } from '@mex/contract/language.ts'
import { clientMessage, type ClientMessage } from '@mex/contract/frames.ts'
import { chatChannel, parseChannel, systemChannel, userChannel, type Channel } from '@mex/contract/push.ts'
import { refusalCode, refusalText, systemText } from '@mex/contract/refusals.ts'
import type { Traditional } from '@mex/contract/text.ts'
import { refusal, type Refusal } from '@mex/core/refusal.ts'
import type { WebSocket } from 'ws'
import { isIdempotencyKey } from '#db/idempotency-keys.ts'
import type { Outcome } from '#call-outcome.ts'
import { readJsonInput } from '#untrusted-input.ts'
import type { PublicChannels } from './channels.ts'
import { closures, type Closure, type PushLimits } from './limits.ts'
import { openOutgoing, type Outgoing } from './outgoing.ts'

/** The owner of a token. */
export type PushPerson = { readonly userId: number; readonly sessionId: number; readonly language: Language }

/** The newest state of a public channel; `data` is its wire form as JSON, undefined before the first change. */
export type ChannelState = { readonly at: number; readonly data: string | undefined }

export type Said = {
  readonly text: string | undefined
  readonly image: string | undefined
  /** Idempotency key: a retry with the same key adds no second message. */
  readonly key: string | undefined
}

/** The thread of a user with the assistant and the operators. */
export type Chat = {
  /** Stores a message of the user, or returns the refusal. */
  readonly say: (person: PushPerson, said: Said) => Promise<Refusal | undefined>
  /** The latest messages, in their wire form as JSON. */
  readonly history: (person: PushPerson) => Promise<{ readonly at: number; readonly data: string }>
}

/** Dependencies of a connection. */
export type ConnectionParts = {
  readonly limits: PushLimits
  readonly channels: PublicChannels
  readonly traditional: Traditional
  /** Monotonic clock in milliseconds. */
  readonly now: () => number
  /** Undefined if the token has no session. */
  readonly authenticate: (token: string) => Promise<PushPerson | undefined>
  /** Undefined if the channel does not exist. */
  readonly stateOf: (channel: Channel) => ChannelState | undefined
  /** Registers a socket of the user; false if the user has too many. */
  readonly admit: (person: PushPerson, connection: Connection) => boolean
  readonly remove: (person: PushPerson, connection: Connection) => void
  readonly chat: Chat
  /** Receives every refusal on this socket, with the user if signed in, for the log. */
  readonly note: (outcome: Outcome, user: number | undefined) => void
  readonly onError: (error: unknown) => void
}

/** One open socket. */
export type Connection = {
  readonly outgoing: Outgoing
  readonly person: () => PushPerson | undefined
  readonly listensTo: (channel: NamedChannel) => boolean
  /** Handles one message of the client. */
  receive(data: Buffer, isBinary: boolean): void
  /** Records that the client is alive. */
  noteAlive(): void
  /** Ends the session on this socket and tells the client. */
  signOut(): void
  /** Runs once a second: heartbeat, idle timeout, slow socket, validity of the token. */
  check(): void
  shut(why: Closure): void
  /** Releases everything after the socket has closed. */
  closed(): void
}

type NamedChannel = typeof userChannel | typeof chatChannel | typeof systemChannel

type State = {
  person: PushPerson | undefined
  token: string
  checkedAt: number
  readonly named: Set<string>
  quotes: number
  heardAt: number
  pingedAt: number
  allowance: number
  allowanceAt: number
  excess: number
  /** Queue of the messages: they are handled one after the other, also while signing in waits for the database. */
  turn: Promise<void>
  isShut: boolean
  isOpen: boolean
}

/** A connection and its private state. */
type Inside = {
  readonly state: State
  readonly parts: ConnectionParts
  readonly connection: Connection
  readonly outgoing: Outgoing
  readonly replies: Replies
  /** The page's language, else the user's. */
  readonly language: () => Language
}

/** Time for the closing handshake before the socket is terminated. */
const closeMilliseconds = 1000

function newState({ limits, now }: ConnectionParts): State {
  const opened = now()
  return {
    person: undefined,
    token: '',
    checkedAt: opened,
    named: new Set([systemChannel]),
    quotes: 0,
    heardAt: opened,
    pingedAt: opened,
    allowance: limits.messageBurst,
    allowanceAt: opened,
    excess: 0,
    turn: Promise.resolve(),
    isShut: false,
    isOpen: true,
  }
}

/** `language` is the page's; without it replies use the user's. */
export function openConnection(socket: WebSocket, language: Language | undefined, parts: ConnectionParts): Connection {
  const state = newState(parts)
  const outgoing = openOutgoing(socket, parts.limits, parts.now)
  const replyLanguage = (): Language => language ?? state.person?.language ?? 'en'
  const replies = openReplies(outgoing, parts, replyLanguage, () => state.person?.userId)

  function shut({ code, reason }: Closure): void {
    if (state.isShut) return
    state.isShut = true
    socket.close(code, reason)
    setTimeout(() => socket.terminate(), closeMilliseconds).unref()
  }

  const connection: Connection = {
    outgoing,
    person: () => state.person,
    listensTo: (channel) => state.named.has(channel),
    receive: (data, isBinary) => receive(inside, data, isBinary),
    noteAlive() {
      state.heardAt = parts.now()
    },
    signOut() {
      if (state.person === undefined) return
      forgetPerson(inside)
      replies.failed('auth', undefined)
    },
    check: () => check(inside, () => socket.ping()),
    shut,
    closed() {
      state.isOpen = false
      state.isShut = true
      outgoing.close()
      for (const { channel } of outgoing.listening.values()) parts.channels.leave(channel)
      forgetPerson(inside)
    },
  }
  const inside: Inside = { state, parts, connection, outgoing, replies, language: replyLanguage }
  return connection
}

function forgetPerson({ state, parts, connection }: Inside): void {
  if (state.person !== undefined) parts.remove(state.person, connection)
  state.person = undefined
  state.named.delete(userChannel)
  state.named.delete(chatChannel)
}

function check({ state, parts, connection, outgoing }: Inside, ping: () => void): void {
  if (state.isShut) return
  const { limits } = parts
  const instant = parts.now()
  if (instant - state.heardAt > limits.silenceMilliseconds) return connection.shut(closures.silent)
  if (outgoing.retry() > limits.slowMilliseconds) return connection.shut(closures.slow)
  if (instant - Math.max(state.pingedAt, state.heardAt) >= limits.heartbeatMilliseconds) {
    state.pingedAt = instant
    ping()
  }
  if (state.person === undefined || instant - state.checkedAt < limits.recheckMilliseconds) return
  state.checkedAt = instant
  const { token } = state
  parts.authenticate(token).then((person) => {
    if (person === undefined && state.token === token) connection.signOut()
  }, parts.onError)
}

function receive(inside: Inside, data: Buffer, isBinary: boolean): void {
  const { state, parts, connection, replies } = inside
  if (state.isShut) return
  connection.noteAlive()
  if (isBinary) {
    parts.note('unreadable', state.person?.userId)
    return connection.shut(closures.binary)
  }
  if (!takeAllowance(state, parts.limits, parts.now())) {
    state.excess += 1
    if (state.excess > parts.limits.messageExcess) return connection.shut(closures.excess)
    return replies.refused('', undefined, refusal('too_many_requests'))
  }
  const message = readMessage(data)
  if ('unreadable' in message) {
    const { op, cid } = message.unreadable
    return replies.refused(op, cid, refusal('invalid_parameter', { field: 'op' }))
  }
  state.turn = state.turn.then(() => act(inside, message)).catch(parts.onError)
}

/** Rate limit of messages, as a token bucket. */
function takeAllowance(state: State, limits: PushLimits, instant: number): boolean {
  const gained = ((instant - state.allowanceAt) * limits.messagesPerSecond) / 1000
  state.allowance = Math.min(limits.messageBurst, state.allowance + gained)
  state.allowanceAt = instant
  if (state.allowance < 1) return false
  state.allowance -= 1
  return true
}

/** An invalid message, with the fields that the reply repeats. */
type Unreadable = { readonly unreadable: { readonly op: string; readonly cid: CorrelationId } }

function readMessage(data: Buffer): ClientMessage | Unreadable {
  const raw = readJsonInput(data.toString('utf8'))?.value
  const read = clientMessage.safeParse(raw)
  if (read.success) return read.data
  const { op, cid } = typeof raw === 'object' && raw !== null ? (raw as { op?: unknown; cid?: unknown }) : {}
  return {
    unreadable: { op: typeof op === 'string' ? op.slice(0, 20) : '', cid: isCorrelationId(cid) ? cid : undefined },
  }
}

const isCorrelationId = (cid: unknown): cid is string | number =>
  typeof cid === 'number' || (typeof cid === 'string' && cid.length <= 64)

type CorrelationId = ClientMessage['cid']
type Replies = {
  done(op: string, cid: CorrelationId): void
  refused(op: string, cid: CorrelationId, why: Refusal): void
  /** The socket has no valid session. */
  failed(op: string, cid: CorrelationId): void
}

function openReplies(
  outgoing: Outgoing,
  { traditional, note }: ConnectionParts,
  language: () => Language,
  user: () => number | undefined,
): Replies {
  const reply = (op: string, ok: boolean, code: number, msg: string, cid: CorrelationId): void => {
    outgoing.reply(JSON.stringify({ op, ok, code, msg, cid }))
    outgoing.flush()
  }
  return {
    done: (op, cid) => reply(op, true, 200, systemText(200, language(), traditional), cid),
    refused(op, cid, why) {
      note(why.refused, user())
      reply(op, false, refusalCode(why.refused), refusalText(why, language(), traditional), cid)
    },
    failed: (op, cid) => reply(op, false, 401, systemText(401, language(), traditional), cid),
  }
}

async function act(inside: Inside, message: ClientMessage): Promise<void> {
  const { state, parts, replies } = inside
  if (!state.isOpen) return
  const { op, cid } = message
  if (op === 'auth') return signIn(inside, message)
  if (op === 'ping') return replies.done(op, cid)
  if (op === 'chat') return postMessage(inside, message)
  if (op === 'unsub') {
    for (const name of message.ch) stopListening(inside, name)
    return replies.done(op, cid)
  }
  // Valid channels are subscribed even if another one is refused; the reply gives the first refusal.
  const outcomes = message.ch.map((name) => startListening(inside, name))
  if (message.ch.includes(chatChannel)) await sendHistory(inside)
  const refused = outcomes.find((outcome) => outcome !== undefined)
  if (refused === undefined) return replies.done(op, cid)
  if (refused === 'no session') {
    parts.note('no_token', undefined)
    return replies.failed(op, cid)
  }
  return replies.refused(op, cid, refused)
}

/** Sends the first frame of the chat: the earlier messages. */
async function sendHistory({ state, parts, outgoing }: Inside): Promise<void> {
  if (state.person === undefined) return
  const { at, data } = await parts.chat.history(state.person)
  if (state.named.has(chatChannel)) outgoing.queueFrame(chatChannel, 'chatHistory', at, data)
}

async function postMessage(inside: Inside, { op, text, image, cid }: ClientMessage & { op: 'chat' }): Promise<void> {
  const { state, parts, replies, language } = inside
  if (state.person === undefined) {
    parts.note('no_token', undefined)
    return replies.failed(op, cid)
  }
  const sender = { ...state.person, language: language() }
  // A `cid` that is a UUID is an idempotency key; a counter may repeat.
  const key = typeof cid === 'string' && isIdempotencyKey(cid) ? cid : undefined
  const refused = await parts.chat.say(sender, { text, image, key }).catch((error: unknown) => {
    parts.onError(error)
    return refusal('unavailable')
  })
  if (refused === undefined) replies.done(op, cid)
  else replies.refused(op, cid, refused)
}

async function signIn(inside: Inside, { op, token, cid }: ClientMessage & { op: 'auth' }): Promise<void> {
  const { state, parts, connection, replies } = inside
  const person = await parts.authenticate(token).catch((error: unknown) => {
    parts.onError(error)
    return refusal('unavailable')
  })
  if (!state.isOpen) return
  if (person !== undefined && 'refused' in person) return replies.refused(op, cid, person)
  forgetPerson(inside)
  if (person === undefined) {
    parts.note('unknown_token', undefined)
    return replies.failed(op, cid)
  }
  if (!parts.admit(person, connection)) return replies.refused(op, cid, refusal('too_many_requests'))
  state.person = person
  state.token = token
  state.checkedAt = parts.now()
  replies.done(op, cid)
}

function startListening(inside: Inside, name: string): Refusal | 'no session' | undefined {
  const { state, outgoing, parts } = inside
  const { limits, channels, stateOf } = parts
  const channel = parseChannel(name)
  if (channel === undefined) return refusal('invalid_parameter', { field: 'ch' })
  const { kind } = channel
  if ((kind === 'user' || kind === 'chat') && state.person === undefined) return 'no session'
  if (kind === 'user' || kind === 'chat' || kind === 'system') {
    state.named.add(kind)
    return undefined
  }
  if (outgoing.listening.has(name)) return undefined
  const isFull =
    outgoing.listening.size >= limits.channels || (kind === 'quote' && state.quotes >= limits.quoteChannels)
  if (isFull) return refusal('invalid_parameter', { field: 'ch' })
  const found = stateOf(channel)
  if (found === undefined) return refusal(kind === 'quote' ? 'unknown_instrument' : 'not_found', { field: 'ch' })
  const { at, data } = found
  const known = () => (data === undefined ? undefined : { at, change: { channel: name, type: kind, data } })
  outgoing.listen(channels.enter(name, known))
  if (kind === 'quote') state.quotes += 1
  return undefined
}

function stopListening({ state, outgoing, parts }: Inside, name: string): void {
  state.named.delete(name)
  const channel = outgoing.unlisten(name)
  if (channel === undefined) return
  parts.channels.leave(channel)
  if (parseChannel(name)?.kind === 'quote') state.quotes -= 1
}
