import type { FrameType } from '@mex/contract/frames.ts'
import { frameText, type PublicChannel } from './channels.ts'
import type { PushLimits } from './limits.ts'

/** What is needed of a socket to write to it. */
export type Wire = {
  send(text: string): void
  /** Bytes that were given to `send` and have not left yet. */
  readonly bufferedAmount: number
}

type Listening = { readonly channel: PublicChannel; sent: number; sequence: number }

/**
 * The way out to one socket. Whatever is due goes as one frame: a message alone, several as a JSON array. Public channels
 * are never queued: a socket that falls behind gets their newest state when it can take it (conflation).
 */
export type Outgoing = {
  readonly listening: ReadonlyMap<string, Listening>
  listen(channel: PublicChannel): void
  /** The channel that is no longer listened to; undefined when it was not. */
  unlisten(name: string): PublicChannel | undefined
  reply(text: string): void
  /** A frame of `user` or `system`: these are queued, and counted even when they must be left out. */
  tell(channel: string, type: FrameType, at: number, data: string): void
  /** Counts a frame that cannot be sent, so that the client sees the gap. */
  skip(channel: string): void
  /** Sends what is due, now or as soon as the pace of frames allows. */
  flush(): void
  /** Tries again after a socket was slow; answers how long it has been. */
  retry(): number
  close(): void
}

export function openOutgoing(wire: Wire, limits: PushLimits, now: () => number): Outgoing {
  const listening = new Map<string, Listening>()
  const sequences = new Map<string, number>()
  let waiting: string[] = []
  let sentAt = -Infinity
  let slowSince: number | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  function nextSequence(channel: string): number {
    const sequence = (sequences.get(channel) ?? 0) + 1
    sequences.set(channel, sequence)
    return sequence
  }

  function queue(text: string): void {
    waiting.push(text)
    if (waiting.length > limits.waiting) waiting.shift()
  }

  function flush(): void {
    const instant = now()
    const early = limits.frameMilliseconds - (instant - sentAt)
    if (early > 0) {
      timer ??= setTimeout(() => {
        timer = undefined
        flush()
      }, early)
      return
    }
    if (wire.bufferedAmount > limits.conflateBytes) {
      slowSince ??= instant
      return
    }
    slowSince = undefined
    const text = takeNews(waiting, listening)
    if (text === undefined) return
    waiting = []
    sentAt = instant
    wire.send(text)
  }

  return {
    listening,
    listen(channel) {
      listening.set(channel.name, { channel, sent: 0, sequence: 0 })
    },
    unlisten(name) {
      const entry = listening.get(name)
      listening.delete(name)
      return entry?.channel
    },
    reply: queue,
    tell: (channel, type, at, data) => queue(frameText(channel, type, nextSequence(channel), at, data)),
    skip: (channel) => void nextSequence(channel),
    flush,
    retry() {
      if (slowSince !== undefined) flush()
      return slowSince === undefined ? 0 : now() - slowSince
    },
    close() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}

/** Everything that is new since the last frame; undefined when nothing is. */
function takeNews(waiting: readonly string[], listening: ReadonlyMap<string, Listening>): string | undefined {
  let text = waiting.length === 0 ? '' : waiting.join(',')
  let count = waiting.length
  for (const entry of listening.values()) {
    const { channel } = entry
    if (entry.sent === channel.version) continue
    entry.sent = channel.version
    entry.sequence += 1
    if (count > 0) text += ','
    count += 1
    text += channel.head + entry.sequence + channel.tail
  }
  return count > 1 ? `[${text}]` : count === 1 ? text : undefined
}
