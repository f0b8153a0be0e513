import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { pushPath, systemChannel } from '@mex/contract/push.ts'
import { WebSocketServer, type WebSocket } from 'ws'
import { readLanguage } from '@mex/contract/language.ts'
import { refusal } from '@mex/core/refusal.ts'
import type { Note, Outcome } from '#call-outcome.ts'
import { failed, refused, type Envelope } from '#http/envelope.ts'
import type { Hosts } from '#http/hosts.ts'
import type { ProtectiveHeaders } from '#http/protective-headers.ts'
import { answerRaw } from '#http/raw-answers.ts'
import type { Bus, Change, ChangeBatch } from './bus.ts'
import { openPublicChannels, type PublicChannels } from './channels.ts'
import { openConnection, type Connection, type ConnectionParts } from './connection.ts'
import { languageOf, openDoor, type DoorAnswer, type NetworkOf } from './door.ts'
import { closures, defaultLimits, type PushLimits } from './limits.ts'
import { openPersons } from './persons.ts'

export type PushOptions = Pick<ConnectionParts, 'authenticate' | 'stateOf' | 'chat' | 'traditional' | 'onError'> & {
  /** The server whose upgrades to `/push` become sockets. */
  readonly server: Server
  readonly bus: Bus
  /** What every socket hears first, on the channel `system`: that the money is simulated. */
  readonly greeting: () => { readonly at: number; readonly change: Omit<Change, 'channel'> }
  readonly limits?: Partial<PushLimits>
  /** Needed when proxies stand before us. */
  readonly networkOf?: NetworkOf
  readonly hosts?: Hosts
  /** What an answer to whoever is turned away says about itself, beside the answer. */
  readonly headers?: ProtectiveHeaders
  /** False while the process stops or its database is away. */
  readonly isOpen?: () => boolean
  /** Is told what was refused. */
  readonly note?: Note
}

export type PushCounts = { readonly sockets: number; readonly persons: number; readonly channels: number }

export type Push = {
  /** Whether anybody listens to a public channel: what nobody hears need not be said. */
  isHeard(channel: string): boolean
  /** Whether a person listens to what is theirs. */
  isListening(userId: number): boolean
  counts(): PushCounts
  /** Says goodbye to every socket and resolves when all are gone. */
  close(): Promise<void>
}

const lookMilliseconds = 1000

/** What the log says of whom the door turned away; that we are not open is nobody's doing. */
const refusedAs: Readonly<Record<DoorAnswer, Outcome | undefined>> = {
  400: 'unreadable',
  403: 'foreign_page',
  404: 'no_such_address',
  421: 'foreign_host',
  429: 'too_many_sockets',
  503: undefined,
}

/** The push socket (specification, calls N) on a server of HTTP. */
export function openPush(options: PushOptions): Push {
  const { server, bus, networkOf, hosts, headers = {}, isOpen = () => true, note = () => undefined } = options
  const limits: PushLimits = { ...defaultLimits, ...options.limits }
  const channels = openPublicChannels()
  const persons = openPersons(bus, limits)
  const connections = new Set<Connection>()
  const parts = { ...options, ...persons, limits, channels, now: () => performance.now() }
  const door = openDoor({ limits, networkOf, hosts, isOpen })
  const sockets = new WebSocketServer({ noServer: true, maxPayload: limits.messageBytes, perMessageDeflate: false })
  let whenEmpty = (): void => undefined

  function welcome(socket: WebSocket, request: IncomingMessage): void {
    const network = door.networkOf(request)
    const noteHere: ConnectionParts['note'] = (outcome, user) => note({ call: pushPath, outcome, user, network })
    const connection = openConnection(socket, languageOf(request), { ...parts, note: noteHere })
    const leave = door.enter(request)
    connections.add(connection)
    attach(socket, connection, () => {
      connections.delete(connection)
      leave()
      if (connections.size === 0) whenEmpty()
    })
    const { at, change } = options.greeting()
    connection.outgoing.tell(systemChannel, change.type, at, change.data)
    connection.outgoing.flush()
  }

  function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const why = door.refuses(request)
    if (why === undefined) return sockets.handleUpgrade(request, socket, head, welcome)
    turnAway(request, socket, why)
  }

  function turnAway(request: IncomingMessage, socket: Duplex, why: DoorAnswer): void {
    const outcome = refusedAs[why]
    if (outcome !== undefined) note({ call: pushPath, outcome, network: door.networkOf(request) })
    answerRaw(socket, why, turnedAway(why, request, options), headers)
  }

  const forgetChanges = bus.subscribe('changes', (batch) => spread(batch, channels, connections))
  const forgetSessions = bus.subscribe('sessions', (session) => persons.end(session))
  const every = Math.min(lookMilliseconds, limits.heartbeatMilliseconds, limits.slowMilliseconds)
  const looking = setInterval(() => connections.forEach((connection) => connection.look()), every)
  server.on('upgrade', upgrade)
  // A handshake with which something is wrong: the library would answer it without our headers.
  sockets.on('wsClientError', (_error, socket, request) => turnAway(request, socket, 400))

  return {
    isHeard: (channel) => channels.has(channel),
    isListening: (userId) => persons.isListening(userId),
    counts: () => ({ sockets: connections.size, persons: persons.count(), channels: channels.count() }),
    async close() {
      server.off('upgrade', upgrade)
      forgetChanges()
      forgetSessions()
      for (const connection of connections) connection.shut(closures.goingAway)
      if (connections.size > 0)
        await new Promise<void>((resolve) => {
          whenEmpty = resolve
        })
      clearInterval(looking)
      sockets.close()
    },
  }
}

/** What somebody is told who may not open a socket. */
function turnedAway(why: DoorAnswer, request: IncomingMessage, { traditional }: PushOptions): Envelope {
  const language = languageOf(request) ?? readLanguage(undefined)
  if (why === 429) return refused(refusal('too_many_requests'), language, traditional)
  if (why === 400) return refused(refusal('invalid_parameter'), language, traditional)
  return failed(why, language, traditional)
}

function attach(socket: WebSocket, connection: Connection, left: () => void): void {
  socket.on('message', (data: Buffer, isBinary: boolean) => connection.receive(data, isBinary))
  socket.on('ping', () => connection.heard())
  socket.on('pong', () => connection.heard())
  // Broken frames and lost peers are the client's affair; the socket closes after them by itself.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    connection.closed()
    left()
  })
}

/** Takes over what is new in the public channels and sends every socket its share of it in one frame. */
function spread({ at, changes }: ChangeBatch, channels: PublicChannels, connections: ReadonlySet<Connection>): void {
  for (const change of changes) {
    if (change.channel !== systemChannel) channels.take(at, change)
    else
      for (const { hears, outgoing } of connections)
        if (hears(systemChannel)) outgoing.tell(systemChannel, change.type, at, change.data)
  }
  for (const { outgoing } of connections) outgoing.flush()
}
