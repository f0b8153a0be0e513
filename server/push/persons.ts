import { chatChannel, userChannel } from '@mex/contract/push.ts'
import type { Bus, PersonalBatch, SessionEnd } from './bus.ts'
import type { Connection, PushPerson } from './connection.ts'
import type { PushLimits } from './limits.ts'

/** The sockets of each person who has signed in; the bus is heard for those alone. */
export type Persons = {
  /** Takes a person's socket in; false when the person has too many. */
  admit(person: PushPerson, connection: Connection): boolean
  dismiss(person: PushPerson, connection: Connection): void
  end(session: SessionEnd): void
  isListening(userId: number): boolean
  count(): number
}

type Sockets = { readonly connections: Set<Connection>; readonly forget: () => void }

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
          forget: bus.subscribe(`user.${userId}`, (batch) => tell(connections, batch)),
        })
      }
      return true
    },
    dismiss({ userId }, connection) {
      const found = persons.get(userId)
      if (found === undefined) return
      found.connections.delete(connection)
      if (found.connections.size > 0) return
      persons.delete(userId)
      found.forget()
    },
    end({ userId, sessionId, exceptSessionId }) {
      for (const connection of Array.from(persons.get(userId)?.connections ?? [])) {
        const own = connection.person()?.sessionId
        if ((sessionId === undefined || own === sessionId) && own !== exceptSessionId) connection.signOut()
      }
    },
    isListening: (userId) =>
      [...(persons.get(userId)?.connections ?? [])].some(({ hears }) => hears(userChannel) || hears(chatChannel)),
    count: () => persons.size,
  }
}

const personalChannels = [userChannel, chatChannel] as const

function tell(connections: ReadonlySet<Connection>, { at, frames, incomplete }: PersonalBatch): void {
  for (const { outgoing, hears } of connections) {
    for (const { channel = userChannel, type, data } of frames)
      if (hears(channel)) outgoing.tell(channel, type, at, data)
    if (incomplete === true) for (const channel of personalChannels) if (hears(channel)) outgoing.skip(channel)
    outgoing.flush()
  }
}
