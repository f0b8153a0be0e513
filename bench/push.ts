import { startChild } from './child.ts'
import { openRandom } from './random.ts'
import type { Measurement, Say } from './measurement.ts'
import { openPushClient, type PushClient } from './push-client.ts'
import { alternate, median, ratioOf } from './statistics.ts'

export type PushArgument = {
  readonly way: 'product' | 'bare'
  readonly symbols: readonly string[]
  readonly timesPerSecond: number
}
export type PushRun = { readonly seconds: number }

const clients = 2000
const symbolsEach = 20
const timesPerSecond = 4
const rounds = 3
const seconds = 4
const symbols = Array.from({ length: 500 }, (_, index) => `S${index}`)

/** A push server process with all its clients connected. */
async function openAudience(way: PushArgument['way'], say: Say) {
  const given: PushArgument = { way, symbols, timesPerSecond }
  const child = await startChild('push-server.ts', given)
  const port = await child.ask<number>('port')
  const random = openRandom(11)
  const audience: PushClient[] = []
  for (let count = 0; count < clients; count += 1) {
    const first = random(symbols.length)
    const channels = Array.from(
      { length: symbolsEach },
      (_, index) => `quote.US.${symbols[(first + index * 7) % symbols.length] ?? ''}`,
    )
    audience.push(await openPushClient(port, channels))
  }
  say(`${clients} clients of ${way}`)
  const frames = (): number => audience.reduce((sum, client) => sum + client.count().frames, 0)
  return {
    async run(): Promise<number> {
      const before = frames()
      const share = await child.ask<number>('run', { seconds } satisfies PushRun)
      const expected = clients * timesPerSecond * seconds
      // The last frames may still be in transit. A larger loss means that the server did less work.
      const received = frames() - before
      if (received < expected * 0.95) throw new Error(`${way} delivered ${received} of ${expected} frames`)
      return share * 100
    },
    async close() {
      for (const client of audience) client.close()
      await child.stop()
    },
  }
}

export const push: Measurement = {
  name: 'push',
  title: `Push to ${clients.toLocaleString('en')} clients`,
  about: `${clients.toLocaleString('en')} sockets listen to ${symbolsEach} of ${symbols.length} symbols each, all of which change ${timesPerSecond} times a second: ${clients * timesPerSecond} frames and
${clients * symbolsEach * timesPerSecond} quotes a second. The figure is the processor time of the server process as a share of one core; clients
run in another process. The baseline is bare \`ws\`, which sends the same texts without channels, sequence numbers per socket,
heartbeats or back-pressure for slow clients.`,
  async run(say) {
    const product = await openAudience('product', say)
    const bare = await openAudience('bare', say)
    const contenders = { product: () => product.run(), bare: () => bare.run() }
    await alternate(1, contenders)
    const shares = await alternate(rounds, contenders)
    await product.close()
    await bare.close()
    return [
      {
        name: 'processor time',
        value: median(shares.product),
        unit: '% of a core',
        beside: { name: 'bare `ws`', value: median(shares.bare), ratio: ratioOf(shares.product, shares.bare) },
        target: { atMost: 15 },
        limit: 'one system call per frame, which bare `ws` pays too',
      },
    ]
  },
}
