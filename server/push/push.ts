import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pushPath, systemChannel } from '@mex/contract/push.ts'
import { WebSocketServer, type WebSocket } from 'ws'
import { readLanguage } from '@mex/contract/language.ts'
import { refusal } from '@mex/core/refusal.ts'
import type { RecordOutcome, Outcome } from '#call-outcome.ts'
import { failed, refused, type Envelope } from '#http/envelope.ts'
import type { Hosts } from '#http/hosts.ts'
import type { ProtectiveHeaders } from '#http/protective-headers.ts'
import { answerRaw } from '#http/raw-answers.ts'
import type { Bus, Change, ChangeBatch } from './bus.ts'
import { openPublicChannels, type PublicChannels } from './channels.ts'
import { openConnection, type Connection, type ConnectionParts } from './connection.ts'
import { languageOf, openAdmission, type UpgradeRefusal, type NetworkOf } from './admission.ts'
import { closures, defaultLimits, type PushLimits } from './limits.ts'
import { openPace, type Pace } from './pace.ts'
import { openPersons } from './persons.ts'
import { openRoom } from './room.ts'

export type PushOptions = Pick<ConnectionParts, 'authenticate' | 'stateOf' | 'chat' | 'traditional' | 'onError'> & {
  /** The HTTP server whose upgrade requests to `/push` become sockets. */
  readonly server: Server
  readonly bus: Bus
  /** The first frame of every socket, on the channel `system`: the disclosure that the money is simulated. */
  readonly greeting: () => { readonly at: number; readonly change: Omit<Change, 'channel'> }
  readonly limits?: Partial<PushLimits>
  /** Needed behind a proxy. */
  readonly networkOf?: NetworkOf
  readonly hosts?: Hosts
  /** Headers of the answer to a refused upgrade. */
  readonly headers?: ProtectiveHeaders
  /** False during shutdown or while the database is unavailable. */
  readonly isOpen?: () => boolean
  /** Receives every refusal, for the log. */
  readonly note?: RecordOutcome
}

export type PushCounts = { readonly sockets: number; readonly persons: number; readonly channels: number }

export type Push = {
  /** Whether a public channel has listeners; changes of others need not be published. */
  isHeard(channel: string): boolean
  /** Whether a user listens to `user` or `chat`. */
  isListening(userId: number): boolean
  counts(): PushCounts
  /** Closes every socket and resolves when all have closed. */
  close(): Promise<void>
}

const checkMilliseconds = 1000

/** Log outcome of a refused upgrade. 503 is not logged, because it is not the client's fault. */
const refusedAs: Readonly<Record<UpgradeRefusal, Outcome | undefined>> = {
  400: 'unreadable',
  403: 'foreign_page',
  404: 'no_such_address',
  421: 'foreign_host',
  429: 'too_many_sockets',
  503: undefined,
}

/** Serves the push socket (specification, calls N) on an HTTP server. */
export function openPush(options: PushOptions): Push {
  const { server, bus, networkOf, hosts, headers = {}, isOpen = () => true, note = () => undefined } = options
  const limits: PushLimits = { ...defaultLimits, ...options.limits }
  const channels = openPublicChannels()
  const persons = openPersons(bus, limits)
  const connections = new Set<Connection>()
  const room = openRoom()
  const parts = { ...options, ...persons, limits, channels, now: () => performance.now() }
  const admission = openAdmission({ limits, networkOf, hosts, isOpen })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false })
  const pace = openPace(limits, parts.now)
  let isClosing = false
  let whenEmpty = (): void => undefined

  function accept(socket: WebSocket, request: IncomingMessage): void {
    const network = admission.networkOf(request)
    const noteOutcome: ConnectionParts['note'] = (outcome, user) => note({ call: pushPath, outcome, user, network })
    const connection = openConnection(socket, languageOf(request), { ...parts, note: noteOutcome })
    const leave = admission.enter(request)
    if (admission.isOverfull()) room.giveUpFor(network)
    connections.add(connection)
    room.enter(connection, network)
    attach(socket, connection, () => {
      connections.delete(connection)
      room.leave(connection)
      leave()
      if (connections.size === 0) whenEmpty()
    })
    greet(connection, options)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    openInTurn(pace, socket, {
      network: admission.networkOf(request),
      decide: () => (isClosing ? 503 : admission.refuses(request, room.hasSpareFor)),
      open: () => sockets.handleUpgrade(request, socket, head, accept),
      refuse: (why) => refuse(request, socket, why),
    })
  }

  function refuse(request: IncomingMessage, socket: Duplex, why: UpgradeRefusal): void {
    const outcome = refusedAs[why]
    if (outcome !== undefined) note({ call: pushPath, outcome, network: admission.networkOf(request) })
    answerRaw(socket, why, refusalEnvelope(why, request, options), headers)
  }

  const unsubscribeChanges = bus.subscribe('changes', (batch) => broadcast(batch, channels, connections))
  const unsubscribeSessions = bus.subscribe('sessions', (session) => persons.end(session))
  const every = Math.min(checkMilliseconds, limits.heartbeatMilliseconds, limits.slowMilliseconds)
  const checking = setInterval(() => connections.forEach((connection) => connection.check()), every)
  server.on('upgrade', upgrade)
  // For an invalid handshake the library would answer without our headers.
  sockets.on('wsClientError', (_error, socket, request) => refuse(request, socket, 400))
  return {
    isHeard: (channel) => channels.has(channel),
    isListening: (userId) => persons.isListening(userId),
    counts: () => ({ sockets: connections.size, persons: persons.count(), channels: channels.count() }),
    async close() {
      server.off('upgrade', upgrade)
      isClosing = true
      pace.finish()
      unsubscribeChanges()
      unsubscribeSessions()
      for (const connection of connections) connection.shut(closures.goingAway)
      if (connections.size > 0) await new Promise<void>((resolve) => (whenEmpty = resolve))
      clearInterval(checking)
      sockets.close()
    },
  }
}

function greet({ outgoing }: Connection, { greeting }: PushOptions): void {
  const { at, change } = greeting()
  outgoing.queueFrame(systemChannel, change.type, at, change.data)
  outgoing.flush()
}

type Opening = {
  readonly network: string
  readonly decide: () => UpgradeRefusal | undefined
  readonly open: () => void
  readonly refuse: (why: UpgradeRefusal) => void
}

/** Refuses a socket at once, or opens it in its turn, if it may still be opened by then. */
function openInTurn(pace: Pace, socket: Duplex, { network, decide, open, refuse }: Opening): void {
  const why = decide()
  if (why !== undefined) return refuse(why)
  // Whoever gives up while waiting is no error of ours.
  socket.on('error', () => undefined)
  const work = (): void => {
    if (socket.destroyed) return
    const later = decide()
    if (later === undefined) open()
    else refuse(later)
  }
  pace.take(network, { work, drop: () => refuse(429) })
}

function refusalEnvelope(why: UpgradeRefusal, request: IncomingMessage, { traditional }: PushOptions): Envelope {
  const language = languageOf(request) ?? readLanguage(undefined)
  if (why === 429) return refused(refusal('too_many_requests'), language, traditional)
  if (why === 400) return refused(refusal('invalid_parameter'), language, traditional)
  return failed(why, language, traditional)
}

function attach(socket: WebSocket, connection: Connection, left: () => void): void {
  socket.on('message', (data: Buffer, isBinary: boolean) => connection.receive(data, isBinary))
  socket.on('ping', () => connection.noteAlive())
  socket.on('pong', () => connection.noteAlive())
  // Broken frames and lost connections are not our errors; the socket emits `close` after them.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    connection.closed()
    left()
  })
}

/** Updates the public channels and sends every socket its changes in one frame. */
function broadcast({ at, changes }: ChangeBatch, channels: PublicChannels, connections: ReadonlySet<Connection>): void {
  for (const change of changes) {
    if (change.channel !== systemChannel) channels.take(at, change)
    else
      for (const { listensTo, outgoing } of connections)
        if (listensTo(systemChannel)) outgoing.queueFrame(systemChannel, change.type, at, change.data)
  }
  for (const { outgoing } of connections) outgoing.flush()
}
