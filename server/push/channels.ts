import type { FrameType } from '@mex/contract/frames.ts'
import type { Change } from './bus.ts'

/**
 * The newest state of a public channel, serialised once for all sockets: `head` + sequence number of the socket + `tail`
 * is a frame.
 */
export type PublicChannel = {
  readonly name: string
  head: string
  tail: string
  /** Grows with each change; 0 before the first. */
  version: number
  listeners: number
}

export type PublicChannels = {
  /** Adds a listener; creates the channel for the first one, with the state that `known` returns. */
  enter(name: string, known: () => { readonly at: number; readonly change: Change } | undefined): PublicChannel
  /** Removes a listener; the last one removes the channel. */
  leave(channel: PublicChannel): void
  has(name: string): boolean
  take(at: number, change: Change): void
  count(): number
}

const seconds = (at: number): number => Math.floor(at / 1000)

const headOf = (channel: string, type: FrameType): string =>
  `{"ch":${JSON.stringify(channel)},"type":${JSON.stringify(type)},"seq":`
const tailOf = (at: number, data: string): string => `,"ts":${seconds(at)},"data":${data}}`

/** A frame as JSON; `data` is already JSON. */
export const frameText = (channel: string, type: FrameType, sequence: number, at: number, data: string): string =>
  headOf(channel, type) + sequence + tailOf(at, data)

export function openPublicChannels(): PublicChannels {
  const channels = new Map<string, PublicChannel>()

  function take(at: number, { channel: name, type, data }: Change): void {
    const channel = channels.get(name)
    if (channel === undefined) return
    if (channel.version === 0) channel.head = headOf(name, type)
    channel.tail = tailOf(at, data)
    channel.version += 1
  }

  return {
    take,
    has: (name) => channels.has(name),
    count: () => channels.size,
    enter(name, known) {
      const found = channels.get(name)
      if (found !== undefined) {
        found.listeners += 1
        return found
      }
      const channel: PublicChannel = { name, head: '', tail: '', version: 0, listeners: 1 }
      channels.set(name, channel)
      const state = known()
      if (state !== undefined) take(state.at, state.change)
      return channel
    },
    leave(channel) {
      channel.listeners -= 1
      if (channel.listeners === 0) channels.delete(channel.name)
    },
  }
}
