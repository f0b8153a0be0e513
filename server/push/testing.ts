import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { serverReply, writeFrameData } from '@mex/contract/frames.ts'
import { pushPath, type Channel } from '@mex/contract/push.ts'
import { priceOf, quantityOf, percent } from '@mex/core/money/money.ts'
import { refusal } from '@mex/core/refusal.ts'
import { WebSocket } from 'ws'
import { until } from '#waiting-testing.ts'
import { openBus } from './bus.ts'
import type { PushPerson } from './connection.ts'
import { openPush, type PushOptions } from './push.ts'

/** For tests of the push socket: a server with only the socket, and clients that record the messages they receive. */

/** Epoch milliseconds of every frame in these tests. */
export const at = 1_800_000_000_000
export const wait = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** The data of a quote frame, as JSON. */
export const delta = (code: string, last: number): string =>
  JSON.stringify(
    writeFrameData('quote', {
      code,
      last: priceOf(String(last)),
      change: priceOf('1'),
      changeRatio: percent(50n),
      open: priceOf('100'),
      high: priceOf('200'),
      low: priceOf('90'),
      previousClose: priceOf(String(last - 1)),
      volume: quantityOf('100'),
      bid: priceOf(String(last - 1)),
      ask: priceOf(String(last + 1)),
      phase: 'regular',
      sinceClose: false,
      quoteId: `US:${code}@${last}`,
      publicPrice: undefined,
    }),
  )

export const greeting = { mode: 'sim', simulated: true, predictable: false }
/** A frame of the channel `user`. */
export const transfer = (id: number) => ({ type: 'transfer', data: JSON.stringify({ id, status: 1 }) }) as const

/** A frame of the channel `chat`. */
export const chatFrame = (id: number) =>
  ({
    id,
    from: 'user',
    text: 'hello',
    image: null,
    articles: [],
    links: [],
    choices: [],
    createTimestamp: at / 1000,
  }) as const

export type Got = Record<string, unknown>

/** A client on a real socket that records the messages it receives. */
export async function openClient(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers })
  const got: Got[] = []
  const sizes: number[] = []
  let closed: { code: number; reason: string } | undefined
  let pings = 0
  socket.on('message', (data: Buffer) => {
    const sent = JSON.parse(data.toString('utf8')) as Got | Got[]
    const messages = Array.isArray(sent) ? sent : [sent]
    sizes.push(messages.length)
    got.push(...messages)
  })
  socket.on('ping', () => {
    pings += 1
  })
  socket.on('close', (code, reason) => {
    closed = { code, reason: reason.toString('utf8') }
  })
  await new Promise((resolve, reject) => {
    socket.on('open', resolve)
    socket.on('error', reject)
  })
  const send = (message: unknown): void => socket.send(JSON.stringify(message))
  let asked = 0
  return {
    socket,
    got,
    sizes,
    send,
    closed: () => closed,
    pings: () => pings,
    frames: (channel: string): Got[] => got.filter((message) => message['ch'] === channel),
    /** Sends a message and returns its reply. */
    async ask(message: Record<string, unknown>): Promise<Got> {
      asked += 1
      const cid = `ask ${asked}`
      send({ ...message, cid })
      await until(`an answer to ${JSON.stringify(message)}`, () => got.some((one) => one['cid'] === cid))
      const reply = got.find((one) => one['cid'] === cid) ?? {}
      serverReply.parse(reply)
      return reply
    },
  }
}

export const persons: Record<string, PushPerson> = {
  ann: { userId: 1, sessionId: 11, language: 'en' },
  ann2: { userId: 1, sessionId: 12, language: 'en' },
  bo: { userId: 2, sessionId: 21, language: 'zh-CN' },
}

/** A server with only the push socket, closed after the tests of the file. */
export async function openServer(options: Partial<PushOptions> = {}) {
  const server = createServer((_, response) => response.end('not here'))
  const errors: unknown[] = []
  const heard: string[] = []
  const recordChat = (userId: number, text: string): undefined => void heard.push(`${userId} ${text}`)
  const bus = openBus((_, error) => errors.push(error))
  const known = new Set(['US.AAPL', 'US.MSFT', 'HK.00700', 'US.BRK.B'])
  const push = openPush({
    server,
    bus,
    authenticate: async (token) => persons[token],
    stateOf: (channel: Channel) => {
      if (channel.kind === 'list') return channel.name === 'hot' ? { at, data: '[]' } : undefined
      if (channel.kind !== 'quote') return undefined
      const code = /^C\d+$/.test(channel.code) || known.has(`${channel.market}.${channel.code}`)
      return code ? { at, data: undefined } : undefined
    },
    greeting: () => ({ at, change: { type: 'disclosure', data: JSON.stringify(greeting) } }),
    chat: {
      say: ({ userId }, { text }) =>
        Promise.resolve(text === undefined || text === '' ? refusal('missing_field') : recordChat(userId, text)),
      history: ({ userId }) =>
        Promise.resolve({ at, data: JSON.stringify([{ ...chatFrame(userId), text: 'before' }]) }),
    },
    traditional: (text) => text,
    onError: (error) => errors.push(error),
    ...options,
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const host = `127.0.0.1:${port}`
  const close = async (): Promise<void> => {
    await push.close()
    server.close()
    server.closeAllConnections()
  }
  after(close)
  const price = (code: string, last: number): void =>
    bus.publish('changes', { at, changes: [{ channel: `quote.US.${code}`, type: 'quote', data: delta(code, last) }] })
  return { server, bus, push, errors, heard, host, url: `ws://${host}${pushPath}`, price, close }
}
