import assert from 'node:assert/strict'
import { test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { SourceHistory } from './history-shapes.ts'
import { openHistories } from './histories.ts'
import { followedBySymbol } from './listed.ts'
import { SourceFailure } from './source-failure.ts'

const catalogue = openCatalogue()
const calendar = present(catalogue.calendars.get('us-equity'), 'the calendar of New York')
const start = Date.parse('2026-09-08T14:00:00Z')
const followed = followedBySymbol(catalogue, start)
const one = (symbol: string) => present(followed.get(symbol), symbol)
const minute = 60_000

/** Pasts of a source that answers what a test wants, by a clock that the test moves. */
function openTest(answer: (symbol: string) => Promise<SourceHistory> | SourceHistory) {
  const asked: string[] = []
  const clock = { now: start }
  const histories = openHistories({
    wall: () => clock.now,
    gapMilliseconds: 1,
    source: {
      history: (symbol, interval, since, until) => {
        asked.push(`${symbol} ${interval} ${(until - since) / (1440 * minute)}`)
        return Promise.resolve().then(() => answer(symbol))
      },
    },
  })
  return { asked, clock, read: (symbol: string) => histories.read(one(symbol), calendar, '1d'), histories }
}
const empty = (symbol: string): SourceHistory => ({ symbol, currency: 'USD', bars: [], actions: [] })

test('asks once for what several want at once, and keeps it until a day is over', async () => {
  const { asked, clock, read, histories } = openTest(empty)
  const [first, second] = await Promise.all([read('AAPL'), read('AAPL')])
  assert.equal(first, second)
  assert.deepEqual(asked, ['AAPL 1d 3653'])
  assert.equal(histories.kept('AAPL', '1d'), first)
  clock.now = Date.parse('2026-09-08T20:29:59Z')
  await read('AAPL')
  assert.equal(asked.length, 1)
  clock.now = Date.parse('2026-09-08T20:30:00Z')
  await read('AAPL')
  assert.equal(asked.length, 2)
  await histories.read(one('AAPL'), calendar, '1m')
  clock.now += 11 * minute
  await histories.read(one('AAPL'), calendar, '1m')
  assert.deepEqual(asked.slice(2), ['AAPL 1m 5', 'AAPL 1m 5'])
})

test('asks for one past after the other, and refuses when too many wait', async () => {
  let running = 0
  let most = 0
  const { read } = openTest(async (symbol) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((done) => setTimeout(done, 1))
    running -= 1
    return empty(symbol)
  })
  const symbols = [...followed.keys()].filter((symbol) => /^[A-Z]{1,4}$/.test(symbol)).slice(0, 14)
  const results = await Promise.allSettled(symbols.map((symbol) => read(symbol)))
  assert.equal(most, 1)
  assert.equal(results.filter(({ status }) => status === 'rejected').length, 2)
  await read(symbols.at(-1) ?? '')
})

test('after a failure the source is left alone for longer each time, and what is kept is shown', async () => {
  let failure: SourceFailure | undefined
  const { asked, clock, read } = openTest((symbol) => {
    if (failure !== undefined) throw failure
    return empty(symbol)
  })
  const kept = await read('AAPL')
  clock.now += 1440 * minute
  failure = new SourceFailure('refused', 'too many requests', { status: 429 })
  assert.equal(await read('AAPL'), kept)
  await assert.rejects(read('MSFT'), { kind: 'refused' })
  assert.equal(asked.length, 2, 'not asked within the pause')
  clock.now += 30_000
  await assert.rejects(read('MSFT'), { kind: 'refused' })
  clock.now += 59_999
  await assert.rejects(read('MSFT'), { kind: 'refused' })
  assert.equal(asked.length, 3)
  failure = undefined
  clock.now += 1
  assert.deepEqual(await read('MSFT'), empty('MSFT'))
})

test('a symbol that the source does not know has no past, and is not asked for again', async () => {
  const { asked, read } = openTest((symbol) => {
    if (symbol === 'AAPL') throw new SourceFailure('refused', 'not found', { status: 404 })
    return empty(symbol)
  })
  assert.deepEqual(await read('AAPL'), empty('AAPL'))
  await read('AAPL')
  await read('MSFT')
  assert.equal(asked.length, 2)
})

test('a past in another currency, or of another shape, is none, and others are still asked for', async () => {
  const { read } = openTest((symbol) => {
    if (symbol === 'MSFT') throw new SourceFailure('unreadable', 'the answer is no history')
    return { ...empty(symbol), currency: symbol === 'AAPL' ? 'GBp' : 'USD' }
  })
  await assert.rejects(read('AAPL'), /a history of AAPL in GBp/)
  await assert.rejects(read('MSFT'), { kind: 'unreadable' })
  await read('NVDA')
})
