import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceOf, quantityOf } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { openClock, openSteppedClock } from '#clock.ts'
import { openTicker, type TickGap, type TickListener, type TickerOptions, type TickSource } from './ticker.ts'

const second = 1000
const begin = 1_800_000_000_000

type Prices = (key: string, now: number) => string | undefined

/** A feed with a price of every key each second; an unchanged price keeps its quote. */
function secondsFeed(keys: readonly string[], prices: Prices, phases: readonly number[] = []) {
  const listed = new Map(keys.map((key) => [key, key]))
  let current: ReadonlyMap<string, unknown> = listed
  const quote = (key: string, now: number): Quote | undefined => {
    let at = Math.floor(now / second) * second
    const text = prices(key, at)
    if (text === undefined) return undefined
    while (at > begin && prices(key, at - second) === text) at -= second
    const last = priceOf(text)
    const sizes = { bidSize: quantityOf('100'), askSize: quantityOf('100') }
    const times = { venueTime: at, receivedTime: at }
    return {
      id: `${key}@${at}`,
      key,
      last,
      bid: last,
      ask: last,
      phase: 'regular',
      opening: false,
      ...sizes,
      ...times,
    }
  }
  const source: TickSource = {
    instruments: () => current,
    quote,
    nextTick: (now) => Math.floor(now / second) * second + second,
    nextPhaseChange: (now) => phases.find((at) => at > now) ?? Infinity,
  }
  return {
    source,
    unlist: (key: string): void => {
      current = new Map([...current].filter(([name]) => name !== key))
    },
  }
}

type RecordedTick = { now: number; quotes: string[] }

function recorder(keys: readonly string[] = ['US:A', 'US:B']): { listener: TickListener; ticks: RecordedTick[] } {
  const ticks: RecordedTick[] = []
  return {
    ticks,
    listener: {
      name: 'recorder',
      tick: (now, quotes) => {
        const fresh = keys.flatMap((key) => quotes.fresh(key) ?? [])
        ticks.push({ now: now - begin, quotes: fresh.map(({ key, last }) => `${key} ${last / 10n ** 8n}`) })
      },
    },
  }
}

function open(source: TickSource, options: Partial<TickerOptions> = {}) {
  const clock = openSteppedClock(begin)
  const { listener, ticks } = recorder()
  const gaps: TickGap[] = []
  const errors: string[] = []
  const ticker = openTicker({
    feed: source,
    clock,
    listeners: [listener],
    onGap: (gap) => gaps.push({ from: gap.from - begin, to: gap.to - begin }),
    onError: (name, error) => errors.push(`${name}: ${String(error)}`),
    ...options,
  })
  return { clock, ticks, gaps, errors, ticker }
}

const rising: Prices = (_, now) => String(100 + (now - begin) / second)

test('a tick has the new quotes for the listeners; the quotes in force at the start are not new', async () => {
  const prices: Prices = (key, now) => (key === 'US:B' && now < begin + 2 * second ? '50' : rising(key, now))
  const { clock, ticks, ticker } = open(secondsFeed(['US:A', 'US:B'], prices).source)
  assert.equal(await ticker.step(), 0)
  clock.advance(2500)
  assert.equal(await ticker.step(), 2)
  assert.deepEqual(ticks, [
    { now: 1000, quotes: ['US:A 101'] },
    { now: 2000, quotes: ['US:A 102', 'US:B 102'] },
  ])
  assert.equal(ticker.handledUntil(), begin + 2000)
})

test('a tick without new quotes is still passed to the listeners', async () => {
  const { clock, ticks, ticker } = open(secondsFeed(['US:A'], () => '7').source)
  clock.advance(1000)
  assert.equal(await ticker.step(), 1)
  assert.deepEqual(ticks, [{ now: 1000, quotes: [] }])
})

test('skips the ticks of an outage and reports the gap', async () => {
  const { clock, ticks, gaps, ticker } = open(secondsFeed(['US:A'], rising).source)
  clock.advance(1000)
  await ticker.step()
  clock.advance(60_400)
  assert.equal(await ticker.step(), 0)
  assert.deepEqual(gaps, [{ from: 1000, to: 61_400 }])
  clock.advance(600)
  await ticker.step()
  assert.deepEqual(
    ticks.map(({ now }) => now),
    [1000, 62_000],
  )
})

test('catches up tick by tick after a delay shorter than an outage', async () => {
  const { clock, ticks, gaps, ticker } = open(secondsFeed(['US:A'], rising).source)
  clock.advance(5900)
  assert.equal(await ticker.step(), 5)
  assert.equal(ticks.length, 5)
  assert.deepEqual(gaps, [])
})

test('tells how late each tick was handled and how long the next one is due, also while a listener does not end', async () => {
  const behind: number[] = []
  const { promise, resolve } = Promise.withResolvers<undefined>()
  const slow: TickListener = { name: 'slow', awaited: true, tick: () => promise }
  const { clock, ticker } = open(secondsFeed(['US:A'], rising).source, {
    listeners: [slow],
    onHandled: (milliseconds) => void behind.push(milliseconds),
  })
  assert.equal(ticker.behindMilliseconds(), 0)
  clock.advance(1200)
  assert.equal(ticker.behindMilliseconds(), 200)
  const stepping = ticker.step()
  clock.advance(3000)
  assert.equal(ticker.behindMilliseconds(), 3200)
  await Promise.resolve()
  assert.deepEqual([ticker.behindMilliseconds(), behind], [2200, []], 'the tick at 2 s waits for the one at 1 s')
  resolve(undefined)
  assert.equal(await stepping, 4)
  assert.deepEqual(behind, [3200, 2200, 1200, 200])
  assert.equal(ticker.behindMilliseconds(), 0)
})

test('reports ticks that an earlier process did not handle as a gap, however short', () => {
  const cases: readonly (readonly [number, TickGap[]])[] = [
    [begin, []],
    [begin - 1000, [{ from: -1000, to: 0 }]],
    [begin - 5001, [{ from: -5001, to: 0 }]],
  ]
  for (const [handledUntil, expected] of cases) {
    const { gaps, ticker } = open(secondsFeed(['US:A'], rising).source, { handledUntil })
    assert.deepEqual(gaps, expected)
    assert.equal(ticker.handledUntil(), begin)
  }
  const closed = { ...secondsFeed(['US:A'], rising).source, nextTick: () => begin + 60_000 }
  assert.deepEqual(open(closed, { handledUntil: begin - 3_600_000 }).gaps, [], 'no tick was due')
})

test('reports ticks at which an awaited listener fails as a gap, at the next tick that it handles', async () => {
  const outcomes = [true, false, false, true, true]
  const { listener } = recorder()
  const failing: TickListener = {
    name: 'matcher',
    awaited: true,
    tick: () => (outcomes.shift() === true ? undefined : Promise.reject(new Error('no database'))),
  }
  const { clock, gaps, ticker } = open(secondsFeed(['US:A'], rising).source, { listeners: [failing, listener] })
  const until: number[] = []
  const missed: (TickGap | undefined)[] = []
  for (let count = 0; count < 5; count += 1) {
    clock.advance(second)
    missed.push(ticker.missedBefore(clock.now()))
    await ticker.step()
    until.push(ticker.handledUntil() - begin)
  }
  assert.deepEqual(until, [1000, 1000, 1000, 4000, 5000])
  assert.deepEqual(gaps, [{ from: 1000, to: 4000 }])
  const from = begin + 1000
  assert.deepEqual(missed, [undefined, undefined, { from, to: begin + 3000 }, { from, to: begin + 4000 }, undefined])
})

test('a gap begins at the last handled tick, also when late ticks failed before the outage', async () => {
  const failing: TickListener = { name: 'matcher', awaited: true, tick: () => Promise.reject(new Error('no database')) }
  const { clock, gaps, ticker } = open(secondsFeed(['US:A'], rising).source, { listeners: [failing] })
  clock.advance(2 * second)
  await ticker.step()
  clock.advance(60_000)
  await ticker.step()
  assert.deepEqual(gaps, [{ from: 0, to: 62_000 }])
})

test('has no quote of an instrument that is no longer listed', async () => {
  const feed = secondsFeed(['US:A', 'US:B'], rising)
  const { clock, ticks, ticker } = open(feed.source)
  feed.unlist('US:B')
  clock.advance(1000)
  await ticker.step()
  assert.deepEqual(ticks[0]?.quotes, ['US:A 101'])
})

test('makes no quote that no listener asks for, and one quote for all that do', async () => {
  const { source } = secondsFeed(['US:A', 'US:B'], rising)
  const made: string[] = []
  const quote: TickSource['quote'] = (key, now) => {
    made.push(`${key} ${now - begin}`)
    return source.quote(key, now)
  }
  const listeners = [recorder(['US:A']), recorder(['US:A'])].map(({ listener }) => listener)
  const { clock, ticker } = open({ ...source, quote }, { listeners })
  assert.deepEqual(made, [])
  clock.advance(1000)
  await ticker.step()
  assert.deepEqual(made, ['US:A 0', 'US:A 1000'])
})

test('calls listeners in order; the next listener and tick wait only for an awaited listener', async () => {
  const order: string[] = []
  const slow = (name: string, awaited: boolean): TickListener => ({
    name,
    awaited,
    tick: async (now) => {
      order.push(`${name} begins ${now - begin}`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      order.push(`${name} ends ${now - begin}`)
    },
  })
  const listeners = [slow('first', true), slow('second', false)]
  const { clock, ticker } = open(secondsFeed(['US:A'], rising).source, { listeners })
  clock.advance(2000)
  await ticker.step()
  assert.deepEqual(order.slice(0, 5), [
    'first begins 1000',
    'first ends 1000',
    'second begins 1000',
    'first begins 2000',
    'second ends 1000',
  ])
})

test('a failing listener is reported and stops neither the ticks nor the other listeners', async () => {
  const { listener, ticks } = recorder()
  const failing = (name: string, tick: TickListener['tick']): TickListener => ({ name, tick })
  const broken = failing('broken', () => {
    throw new Error('at once')
  })
  const late = failing('late', () => Promise.reject(new Error('afterwards')))
  const { clock, errors, ticker } = open(secondsFeed(['US:A'], rising).source, { listeners: [broken, late, listener] })
  clock.advance(2000)
  await ticker.step()
  await new Promise((resolve) => setImmediate(resolve))
  assert.equal(ticks.length, 2)
  assert.deepEqual(errors.toSorted(), [
    'broken: Error: at once',
    'broken: Error: at once',
    'late: Error: afterwards',
    'late: Error: afterwards',
  ])
})

test('skips ticks under an accelerated clock without reporting a gap', async () => {
  const { ticks, gaps, ticker, clock } = open(secondsFeed(['US:A'], () => '1').source, { paceMilliseconds: 3000 })
  for (const milliseconds of [4000, 4000]) {
    clock.advance(milliseconds)
    await ticker.step()
  }
  assert.deepEqual(
    ticks.map(({ now }) => now),
    [1000, 4000, 7000],
  )
  assert.deepEqual(gaps, [])
})

test('handles the first tick after the start and after an outage, however soon it is due', async () => {
  const { ticks, gaps, ticker, clock } = open(secondsFeed(['US:A'], rising).source, { paceMilliseconds: 900 })
  clock.advance(1000)
  await ticker.step()
  clock.advance(60_500)
  await ticker.step()
  clock.advance(500)
  await ticker.step()
  assert.deepEqual(
    ticks.map(({ now }) => now),
    [1000, 62_000],
  )
  assert.deepEqual(gaps, [{ from: 1000, to: 61_500 }])
  const {
    ticks: soon,
    ticker: late,
    clock: time,
  } = open(secondsFeed(['US:A'], rising).source, { paceMilliseconds: 1100 })
  time.advance(1000)
  await late.step()
  assert.deepEqual(soon, [{ now: 1000, quotes: ['US:A 101'] }])
})

test('adds a tick at every phase change that an accelerated clock would skip, in order', async () => {
  const phases = [begin + 4000, begin + 5500, begin + 20_000]
  const { ticks, gaps, ticker, clock } = open(secondsFeed(['US:A'], rising, phases).source, { paceMilliseconds: 3000 })
  for (let seconds = 0; seconds < 12; seconds += 3) {
    clock.advance(3000)
    await ticker.step()
  }
  assert.deepEqual(ticks, [
    { now: 1000, quotes: ['US:A 101'] },
    { now: 4000, quotes: ['US:A 104'] },
    { now: 6000, quotes: ['US:A 106'] },
    { now: 9000, quotes: ['US:A 109'] },
    { now: 12_000, quotes: ['US:A 112'] },
  ])
  assert.deepEqual(gaps, [])
})

test('a started ticker runs by the clock, survives a failing feed and stops', async () => {
  const { source } = secondsFeed(['US:A'], () => '1')
  let fails = 2
  const errors: string[] = []
  const clock = openClock({ speed: 20 })
  const { listener, ticks } = recorder()
  const quote: TickSource['quote'] = (key, now) => {
    if (ticks.length === 1 && fails > 0) {
      fails -= 1
      throw new Error('no prices')
    }
    return source.quote(key, now)
  }
  const ticker = openTicker({
    feed: { ...source, quote },
    clock,
    listeners: [listener],
    paceMilliseconds: 10,
    onError: (name, error) => errors.push(`${name}: ${String(error)}`),
  })
  ticker.start()
  while (ticks.length < 4) await new Promise((resolve) => setTimeout(resolve, 10))
  await ticker.stop()
  const handled = ticks.length
  await new Promise((resolve) => setTimeout(resolve, 120))
  assert.equal(ticks.length, handled)
  assert.deepEqual(errors, ['recorder: Error: no prices', 'recorder: Error: no prices'])
})
