import type { chatChannel, FrameType, userChannel } from '@mex/contract/push.ts'

/** One change of one channel: `data` is its wire form as JSON, written once however many sockets it goes to. */
export type Change = { readonly channel: string; readonly type: FrameType; readonly data: string }

/** Changes of public channels that became known together. `at` is epoch milliseconds of the market clock. */
export type ChangeBatch = { readonly at: number; readonly changes: readonly Change[] }

/** A frame for one person; on the channel `user` unless it says another. */
export type PersonalFrame = {
  readonly channel?: typeof userChannel | typeof chatChannel
  readonly type: FrameType
  readonly data: string
}

/** What one person is told, in the order of the commits that caused it. */
export type PersonalBatch = {
  readonly at: number
  readonly frames: readonly PersonalFrame[]
  /** True when something could not be told: the person's pages then load everything again. */
  readonly incomplete?: boolean
}

/** Sessions that have ended: their sockets are strangers again. Without `sessionId` all of the person. */
export type SessionEnd = { readonly userId: number; readonly sessionId?: number; readonly exceptSessionId?: number }

/** What goes over the bus, by subject. Everything is plain data that could travel as JSON. */
export type Subjects = {
  readonly changes: ChangeBatch
  readonly sessions: SessionEnd
  readonly [personal: `user.${number}`]: PersonalBatch
}
export type Subject = keyof Subjects

export type Receive<Name extends Subject> = (message: Subjects[Name]) => void

/**
 * Carries news from those who make it to the sockets, by subject: the shape of NATS, so that several processes can be
 * joined by putting one in its place. Delivery is at most once and in the order of publication.
 */
export type Bus = {
  publish<Name extends Subject>(subject: Name, message: Subjects[Name]): void
  /** Returns what ends the subscription. */
  subscribe<Name extends Subject>(subject: Name, receive: Receive<Name>): () => void
}

/** A bus inside this process: receivers are called at once, and one that fails does not harm the others. */
export function openBus(onError: (subject: string, error: unknown) => void): Bus {
  const receivers = new Map<string, Set<Receive<never>>>()
  return {
    publish(subject, message) {
      for (const receive of receivers.get(subject) ?? []) {
        try {
          receive(message as never)
        } catch (error) {
          onError(subject, error)
        }
      }
    },
    subscribe(subject, receive) {
      const those = receivers.get(subject) ?? new Set()
      receivers.set(subject, those)
      those.add(receive)
      return () => {
        those.delete(receive)
        if (those.size === 0 && receivers.get(subject) === those) receivers.delete(subject)
      }
    },
  }
}
