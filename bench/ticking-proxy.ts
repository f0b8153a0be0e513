import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pushPath, quoteChannel } from '@mex/contract/push.ts'
import { WebSocket, WebSocketServer } from 'ws'

/** A proxy before a server. It adds ticks of the channels that the page has subscribed to, as a very busy market has them. */
export type TickingProxy = {
  readonly port: number
  /** Starts so many ticks a second, in twenty messages a second; 0 stops them. */
  tick(perSecond: number): void
  /** The number of ticks that were sent since the last question. */
  sent(): number
  close(): void
}

const messagesPerSecond = 20

type Frame = { readonly ch: string; readonly seq: number; readonly ts: number; readonly data: object }
type Message = { readonly op?: string; readonly ch?: readonly string[] }

/** The newest frame of a channel with another last price, so that its row has something to draw. */
function changed({ data, ...frame }: Frame, seq: number): Frame {
  const { price_nominal: last } = data as { price_nominal: string }
  const [whole = '0', decimals = '00'] = last.split('.')
  const cents = String(seq % 100).padStart(decimals.length, '0')
  return {
    ...frame,
    seq,
    ts: Date.now(),
    data: { ...data, price_nominal: `${whole}.${cents.slice(0, decimals.length)}` },
  }
}

/** The frames that a socket has had, by channel, and how their sequence goes on. */
class Relay {
  readonly #frames = new Map<string, Frame>()
  readonly #page: WebSocket
  #next = 0

  constructor(page: WebSocket) {
    this.#page = page
  }

  /** Passes on a message of the server. Added ticks have moved the sequence, so its frames get the next numbers. */
  pass(text: string): void {
    const message: unknown = JSON.parse(text)
    const all = Array.isArray(message) ? message : [message]
    this.#page.send(JSON.stringify(all.map((each: unknown) => this.#renumbered(each))))
  }

  #renumbered(each: unknown): unknown {
    const { ch, seq } = each as Partial<Frame>
    if (ch === undefined || seq === undefined) return each
    const last = this.#frames.get(ch)
    const frame = { ...(each as Frame), seq: last === undefined ? seq : last.seq + 1 }
    if (ch.startsWith('quote.')) this.#frames.set(ch, frame)
    return frame
  }

  forget(channels: readonly string[]): void {
    for (const channel of channels) this.#frames.delete(channel)
  }

  /** Sends so many ticks, of one channel after the other. Returns their number. */
  tick(count: number): number {
    const channels = [...this.#frames.keys()]
    if (channels.length === 0) return 0
    const frames = Array.from({ length: count }, () => {
      const channel = channels[(this.#next += 1) % channels.length] ?? quoteChannel('US', 'AAPL')
      const before = this.#frames.get(channel) as Frame
      const frame = changed(before, before.seq + 1)
      this.#frames.set(channel, frame)
      return frame
    })
    this.#page.send(JSON.stringify(frames))
    return count
  }
}

export async function openTickingProxy(behind: number): Promise<TickingProxy> {
  const relays = new Set<Relay>()
  let perSecond = 0
  let sent = 0
  const server = createServer((asked, answer) => {
    const { url: path, method, headers } = asked
    const passed = request({ host: '127.0.0.1', port: behind, path, method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  const sockets = new WebSocketServer({ server, path: pushPath })
  sockets.on('connection', (page, { headers }) => {
    const origin = `http://${headers.host ?? ''}`
    const upstream = new WebSocket(`ws://127.0.0.1:${behind}${pushPath}`, { origin, headers: { host: headers.host } })
    const relay = new Relay(page)
    relays.add(relay)
    const waiting: string[] = []
    upstream.on('open', () => waiting.splice(0).forEach((text) => upstream.send(text)))
    upstream.on('message', (data: Buffer) => relay.pass(data.toString()))
    page.on('message', (data: Buffer) => {
      const text = data.toString()
      const { op, ch = [] } = JSON.parse(text) as Message
      if (op === 'unsub') relay.forget(ch)
      if (upstream.readyState === WebSocket.OPEN) upstream.send(text)
      else waiting.push(text)
    })
    page.on('close', () => {
      relays.delete(relay)
      upstream.close()
    })
    upstream.on('close', () => page.close())
    upstream.on('error', () => page.close())
  })
  const timer = setInterval(() => {
    if (perSecond > 0) for (const relay of relays) sent += relay.tick(perSecond / messagesPerSecond)
  }, 1000 / messagesPerSecond)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    tick: (wanted) => void (perSecond = wanted),
    sent: () => {
      const count = sent
      sent = 0
      return count
    },
    close() {
      clearInterval(timer)
      sockets.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
