import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPolling, pauseMillisecondsMax, roundMilliseconds, symbolsPerRequest } from './polling.ts'
import { openSourceServer, saidQuote, saidQuotes } from './source-testing.ts'
import { openSource } from './source.ts'

const symbols = Array.from({ length: 2 * symbolsPerRequest + 1 }, (_, index) => `S${index}`)
const asked = (url: URL): readonly string[] => (url.searchParams.get('symbols') ?? '').split(',')

test('asks in batches, one request at a time', async () => {
  let [running, most] = [0, 0]
  const taken: string[] = []
  const polling = openPolling({
    source: {
      async quotes(batch) {
        running += 1
        most = Math.max(most, running)
        await new Promise(setImmediate)
        running -= 1
        taken.push(`${batch[0]}…${batch.at(-1)}`)
        return []
      },
    },
    due: () => symbols,
    wall: () => 5,
    take: async () => undefined,
  })
  assert.equal(await polling.round(), roundMilliseconds)
  assert.equal(most, 1)
  assert.deepEqual(taken, ['S0…S99', 'S100…S199', 'S200…S200'])
  assert.deepEqual(polling.state(), { answeredAt: 5, failures: 0, failure: undefined })
})

test('sends nothing when nothing is due', async () => {
  const server = await openSourceServer(() => saidQuotes([]))
  const source = openSource({ origin: server.origin })
  const polling = openPolling({ source, due: () => [], wall: () => 5, take: async () => undefined })
  assert.equal(await polling.round(), roundMilliseconds)
  assert.equal(server.asked.length, 0)
  assert.equal(polling.state().answeredAt, undefined)
  await server.close()
})

test('pauses ever longer after failures, and goes on as before after an answer', async () => {
  const server = await openSourceServer(() => ({ status: 503, body: '' }))
  const polling = openPolling({
    source: openSource({ origin: server.origin }),
    due: () => ['AAPL'],
    wall: () => 5,
    take: async () => undefined,
  })
  const pauses: number[] = []
  for (let round = 0; round < 7; round += 1) pauses.push(await polling.round())
  assert.deepEqual(pauses, [30_000, 60_000, 120_000, 240_000, 480_000, 900_000, 900_000])
  assert.equal(pauses.at(-1), pauseMillisecondsMax)
  assert.deepEqual(polling.state(), { answeredAt: undefined, failures: 7, failure: 'refused' })
  server.answer(() => saidQuotes([saidQuote('AAPL')]))
  assert.equal(await polling.round(), roundMilliseconds)
  assert.deepEqual(polling.state(), { answeredAt: 5, failures: 0, failure: undefined })
  await server.close()
})

test('waits as long as the source asks for, up to an hour', async () => {
  const server = await openSourceServer(() => ({ status: 429, body: '', headers: { 'retry-after': '600' } }))
  const source = openSource({ origin: server.origin })
  const polling = openPolling({ source, due: () => ['AAPL'], wall: () => 5, take: async () => undefined })
  assert.equal(await polling.round(), 600_000)
  server.answer(() => ({ status: 429, body: '', headers: { 'retry-after': '86400' } }))
  assert.equal(await polling.round(), 3_600_000)
  await server.close()
})

test('keeps what came before a request of a round failed, and asks for no more', async () => {
  const server = await openSourceServer((url) =>
    asked(url)[0] === 'S100' ? { status: 500, body: '' } : saidQuotes(asked(url).map((symbol) => saidQuote(symbol))),
  )
  const taken: string[] = []
  const failures: string[] = []
  const polling = openPolling({
    source: openSource({ origin: server.origin }),
    due: () => symbols,
    wall: () => 5,
    take: async (answers) => void taken.push(...answers.map(({ symbol }) => symbol)),
    failed: ({ kind }) => void failures.push(kind),
  })
  await polling.round()
  assert.deepEqual(taken, symbols.slice(0, symbolsPerRequest))
  assert.deepEqual(failures, ['refused'])
  const requests = server.asked.filter(({ pathname }) => pathname.startsWith('/v7'))
  assert.equal(requests.length, 2)
  await server.close()
})
