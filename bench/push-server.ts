import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { writeFrameData } from '@mex/contract/frames.ts'
import { type Channel } from '@mex/contract/push.ts'
import { priceOf, quantityOf, percent } from '@mex/core/money/money.ts'
import { openBus, type Change } from '@mex/server/push/bus.ts'
import { openPush } from '@mex/server/push/push.ts'
import { WebSocketServer, type WebSocket } from 'ws'
import { answerParent, argument, usage } from './answering.ts'
import type { PushArgument, PushRun } from './push.ts'

/** The process that pushes quotes to sockets in one of two ways: with the product's push, or with `ws` alone. */
const { way, symbols, timesPerSecond } = argument<PushArgument>()

type ChannelData = { readonly channel: string; readonly data: string }

/** The quote of one symbol at a tick, in its wire form. */
function quoteData(symbol: string, tick: number): string {
  const last = 100 + (tick % 50)
  return JSON.stringify(
    writeFrameData('quote', {
      code: symbol,
      last: priceOf(String(last)),
      change: priceOf('1.25'),
      changeRatio: percent(125n),
      open: priceOf('100'),
      high: priceOf('200'),
      low: priceOf('90'),
      previousClose: priceOf(String(last - 1)),
      volume: quantityOf(String(1_000_000 + tick)),
      bid: priceOf(`${last - 1}.99`),
      ask: priceOf(`${last}.01`),
      phase: 'regular',
      sinceClose: false,
      quoteId: `US:${symbol}@${tick}`,
      publicPrice: undefined,
    }),
  )
}

const server = createServer()
await new Promise<void>((resolve) => {
  server.listen(0, '127.0.0.1', resolve)
})
const publish = way === 'product' ? openProduct() : openBare()

function openProduct(): (quotes: readonly ChannelData[]) => void {
  const bus = openBus((_, error) => console.error(error))
  openPush({
    server,
    bus,
    authenticate: () => Promise.resolve(undefined),
    stateOf: (channel: Channel) => (channel.kind === 'quote' ? { at: 0, data: undefined } : undefined),
    greeting: () => ({ at: 0, change: { type: 'disclosure', data: '{}' } }),
    chat: { say: () => Promise.resolve(undefined), history: () => Promise.resolve({ at: 0, data: '[]' }) },
    traditional: (text) => text,
    onError: (error) => console.error(error),
  })
  return (quotes) => {
    const changes = quotes.map(({ channel, data }): Change => ({ channel, type: 'quote', data }))
    bus.publish('changes', { at: 1_800_000_000_000, changes })
  }
}

/** The minimal server for the same frames: one text per client and tick with the quotes of its channels. */
function openBare(): (quotes: readonly ChannelData[]) => void {
  const sockets = new WebSocketServer({ server, perMessageDeflate: false })
  const subscriptions = new Map<WebSocket, readonly string[]>()
  sockets.on('connection', (socket) => {
    socket.on('message', (data: Buffer) => {
      const { ch } = JSON.parse(data.toString('utf8')) as { ch: string[] }
      subscriptions.set(socket, ch)
      socket.send('{}')
    })
    socket.on('close', () => subscriptions.delete(socket))
  })
  let sequence = 0
  return (quotes) => {
    const byChannel = new Map(quotes.map(({ channel, data }) => [channel, data]))
    sequence += 1
    for (const [socket, channels] of subscriptions) {
      const frames = channels.map(
        (channel) =>
          `{"ch":"${channel}","type":"quote","seq":${sequence},"ts":1800000000,"data":${byChannel.get(channel) ?? '{}'}}`,
      )
      socket.send(`[${frames.join(',')}]`)
    }
  }
}

/** Publishes all symbols `timesPerSecond` times a second; returns the processor time as a share of one core. */
async function run({ seconds }: PushRun): Promise<number> {
  const began = performance.now()
  const before = usage().cpuSeconds
  for (let tick = 0; tick < seconds * timesPerSecond; tick += 1) {
    publish(symbols.map((symbol) => ({ channel: `quote.US.${symbol}`, data: quoteData(symbol, tick) })))
    const due = began + ((tick + 1) / timesPerSecond) * 1000
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())))
  }
  return (usage().cpuSeconds - before) / ((performance.now() - began) / 1000)
}

answerParent({ port: () => (server.address() as AddressInfo).port, run }, async () => server.closeAllConnections())
