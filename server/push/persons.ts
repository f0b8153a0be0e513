import { chatChannel, userChannel } from '@mex/contract/push.ts'
import type { Bus, PersonalBatch, SessionEnd } from './bus.ts'
import type { Connection, PushPerson } from './connection.ts'
import type { PushLimits } from './limits.ts'

/** The sockets of each signed-in user. Subscribes to a user's subject on the bus while that user has a socket. */
export type Persons = {
  /** Registers a socket of the user; false if the user has too many. */
  admit(person: PushPerson, connection: Connection): boolean
  remove(person: PushPerson, connection: Connection): void
  end(session: SessionEnd): void
  isListening(userId: number): boolean
  count(): number
}

type Sockets = { readonly connections: Set<Connection>; readonly unsubscribe: () => void }

export function openPersons(bus: Bus, limits: PushLimits): Persons {
  const persons = new Map<number, Sockets>()
  return {
    admit({ userId }, connection) {
      const found = persons.get(userId)
      if (found !== undefined && found.connections.size >= limits.socketsPerPerson) return false
      if (found !== undefined) found.connections.add(connection)
      else {
        const connections = new Set([connection])
        persons.set(userId, {
          connections,
          unsubscribe: bus.subscribe(`user.${userId}`, (batch) => sendBatch(connections, batch)),
        })
      }
      return true
    },
    remove({ userId }, connection) {
      const found = persons.get(userId)
      if (found === undefined) return
      found.connections.delete(connection)
      if (found.connections.size > 0) return
      persons.delete(userId)
      found.unsubscribe()
    },
    end({ userId, sessionId, exceptSessionId }) {
      for (const connection of Array.from(persons.get(userId)?.connections ?? [])) {
        const own = connection.person()?.sessionId
        if ((sessionId === undefined || own === sessionId) && own !== exceptSessionId) connection.signOut()
      }
    },
    isListening: (userId) =>
      [...(persons.get(userId)?.connections ?? [])].some(
        ({ listensTo }) => listensTo(userChannel) || listensTo(chatChannel),
      ),
    count: () => persons.size,
  }
}

const personalChannels = [userChannel, chatChannel] as const

function sendBatch(connections: ReadonlySet<Connection>, { at, frames, incomplete }: PersonalBatch): void {
  for (const { outgoing, listensTo } of connections) {
    for (const { channel = userChannel, type, data } of frames)
      if (listensTo(channel)) outgoing.queueFrame(channel, type, at, data)
    if (incomplete === true) for (const channel of personalChannels) if (listensTo(channel)) outgoing.skip(channel)
    outgoing.flush()
  }
}
