import type { FrameType } from '@mex/contract/frames.ts'
import { frameText, type PublicChannel } from './channels.ts'
import type { PushLimits } from './limits.ts'

/** The part of a WebSocket that is used to write to it. */
export type Wire = {
  send(text: string): void
  /** Bytes passed to `send` that are not yet written to the network. */
  readonly bufferedAmount: number
}

type Listening = { readonly channel: PublicChannel; sent: number; sequence: number }

/**
 * The send side of one socket. Pending messages go as one frame: one message alone, several as a JSON array. Public
 * channels are never queued: after back-pressure a socket gets only their newest state (conflation).
 */
export type Outgoing = {
  readonly listening: ReadonlyMap<string, Listening>
  listen(channel: PublicChannel): void
  /** Stops listening and returns the channel; undefined if it was not listened to. */
  unlisten(name: string): PublicChannel | undefined
  reply(text: string): void
  /** Queues a frame of `user`, `chat` or `system`. A dropped frame keeps its sequence number, so the client sees the gap. */
  queueFrame(channel: string, type: FrameType, at: number, data: string): void
  /** Uses up a sequence number for a frame that cannot be sent, so that the client sees the gap. */
  skip(channel: string): void
  /** Sends pending messages, now or as soon as the frame rate allows. */
  flush(): void
  /** Flushes again if the socket is slow; returns for how many milliseconds it has been slow. */
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
    const delay = limits.frameMilliseconds - (instant - sentAt)
    if (delay > 0) {
      timer ??= setTimeout(() => {
        timer = undefined
        flush()
      }, delay)
      return
    }
    if (wire.bufferedAmount > limits.conflateBytes) {
      slowSince ??= instant
      return
    }
    slowSince = undefined
    const text = takePending(waiting, listening)
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
    queueFrame: (channel, type, at, data) => queue(frameText(channel, type, nextSequence(channel), at, data)),
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

/** The text of the next frame; undefined if nothing is pending. */
function takePending(waiting: readonly string[], listening: ReadonlyMap<string, Listening>): string | undefined {
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
