import type { FrameType } from '@mex/contract/frames.ts'
import type { chatChannel, userChannel } from '@mex/contract/push.ts'

/** One change of one channel. `data` is its wire form as JSON, serialised once for all sockets. */
export type Change = { readonly channel: string; readonly type: FrameType; readonly data: string }

/** Changes of public channels at one time. `at` is epoch milliseconds of the market clock. */
export type ChangeBatch = { readonly at: number; readonly changes: readonly Change[] }

/** A frame for one user, on the channel `user` by default. */
export type PersonalFrame = {
  readonly channel?: typeof userChannel | typeof chatChannel
  readonly type: FrameType
  readonly data: string
}

/** Frames for one user, in the order of the commits that caused them. */
export type PersonalBatch = {
  readonly at: number
  readonly frames: readonly PersonalFrame[]
  /** True if a frame is missing: the user's pages then reload all their data. */
  readonly incomplete?: boolean
}

/** Ended sessions, whose sockets are signed out. Without `sessionId` all sessions of the user. */
export type SessionEnd = { readonly userId: number; readonly sessionId?: number; readonly exceptSessionId?: number }

/** Message types of the bus, by subject. Messages are plain data that JSON can carry. */
export type Subjects = {
  readonly changes: ChangeBatch
  readonly sessions: SessionEnd
  readonly [personal: `user.${number}`]: PersonalBatch
}
export type Subject = keyof Subjects

export type Receive<Name extends Subject> = (message: Subjects[Name]) => void

/**
 * Publishes messages to the sockets, by subject. The interface is that of NATS, which could replace it to join several
 * processes. Delivery is at most once and in the order of publication.
 */
export type Bus = {
  publish<Name extends Subject>(subject: Name, message: Subjects[Name]): void
  /** Returns the function that ends the subscription. */
  subscribe<Name extends Subject>(subject: Name, receive: Receive<Name>): () => void
}

/** A bus inside this process: it calls receivers synchronously, and the error of one does not affect the others. */
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
      const subscribers = receivers.get(subject) ?? new Set()
      receivers.set(subject, subscribers)
      subscribers.add(receive)
      return () => {
        subscribers.delete(receive)
        if (subscribers.size === 0 && receivers.get(subject) === subscribers) receivers.delete(subject)
      }
    },
  }
}
