import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { readFrame, type Frame } from '@mex/contract/frames.ts'
import { pushPath } from '@mex/contract/push.ts'
import { openPerson } from '@mex/world/person.ts'
import { WebSocket } from 'ws'

/** The push sockets of many people's pages, behind a proxy. */

/** Somebody in a network of their own. */
export type Guest = { readonly token: string; readonly headers: Readonly<Record<string, string>> }

const addressOf = (number: number): string => `100.${64 + (number >> 6)}.${number & 63}.1`
const openedAtOnce = 10

export async function openGuests(url: string, count: number): Promise<Guest[]> {
  const found: Guest[] = []
  const openSome = async (worker: number): Promise<void> => {
    for (let number = worker; number < count; number += openedAtOnce) {
      const headers = { 'x-forwarded-for': addressOf(number) }
      found.push({ token: (await openPerson(url).call(calls.account.guest, {}, { headers })).token, headers })
    }
  }
  await Promise.all(Array.from({ length: openedAtOnce }, (_, worker) => openSome(worker)))
  return found
}

export type Page = {
  /** The frames of a channel so far. */
  frames(this: void, channel: string): readonly Frame[]
  /** Stops reading, as a page whose network stands still does. */
  pause(this: void): void
  resume(this: void): void
  close(this: void): void
  /** The code with which the socket was closed, once it is. */
  closed(this: void): number | undefined
}

type Message = Readonly<Record<string, unknown>>

function messagesOf(text: string): readonly Message[] {
  const sent = JSON.parse(text) as Message | readonly Message[]
  return Array.isArray(sent) ? (sent as readonly Message[]) : [sent as Message]
}

/** The frames of one channel in a message; most messages have none, and are not worth reading. */
function framesIn(text: string, channel: string): Frame[] {
  if (!text.includes(`"ch":"${channel}"`)) return []
  const own = messagesOf(text).filter(({ ch }) => ch === channel)
  return own.flatMap((message) => readFrame(message) ?? [])
}

/** A socket that is signed in and subscribed; rejects when it is refused or closed before. */
export function openPage(url: string, { token, headers }: Guest, channels: readonly string[]): Promise<Page> {
  const address = new URL(pushPath, url)
  address.protocol = 'ws:'
  const socket = new WebSocket(address, { headers, perMessageDeflate: false })
  /** Read when somebody asks: thousands of pages hear the quotes of every second. */
  const received: string[] = []
  let closed: number | undefined
  const page: Page = {
    frames: (channel) => received.flatMap((text) => framesIn(text, channel)),
    pause: () => socket.pause(),
    resume: () => socket.resume(),
    close: () => socket.close(),
    closed: () => closed,
  }
  return new Promise((resolve, reject) => {
    socket.on('open', () => {
      socket.send(JSON.stringify({ op: 'auth', token, cid: 'auth' }))
      socket.send(JSON.stringify({ op: 'sub', ch: channels, cid: 'sub' }))
    })
    socket.on('error', reject)
    socket.on('close', (code) => {
      closed = code
      reject(new Error(`A socket was closed with ${code}`))
    })
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8')
      received.push(text)
      if (!text.includes('"op":')) return
      const replies = messagesOf(text).filter(({ op }) => op !== undefined)
      const refused = replies.find(({ ok }) => ok !== true)
      if (refused !== undefined) {
        socket.close()
        reject(new Error(`A socket was refused: ${JSON.stringify(refused)}`))
      } else if (replies.some(({ op }) => op === 'sub')) resolve(page)
    })
  })
}

const reconnectMilliseconds = 45_000
const retryMilliseconds = 500

/** Like a page: one that is refused, because the server has not yet seen its last socket end, comes again. */
export async function keepOpening(url: string, guest: Guest, channels: readonly string[]): Promise<Page> {
  const latest = performance.now() + reconnectMilliseconds
  for (;;) {
    const page = await openPage(url, guest, channels).catch((error: unknown) => {
      if (performance.now() > latest) throw error
    })
    if (page !== undefined) return page
    await rest(retryMilliseconds)
  }
}
