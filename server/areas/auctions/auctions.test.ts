import assert from 'node:assert/strict'
import { test } from 'node:test'
import { auctions as contract } from '@mex/contract/auctions/calls.ts'
import { auctionChannel, parseChannel } from '@mex/contract/push.ts'
import { readRequest } from '@mex/contract/reading.ts'
import { writerOf } from '@mex/contract/write.ts'
import { present } from '@mex/core/assert.ts'
import { isRefusal, Refused } from '@mex/core/refusal.ts'
import { formatPrice } from '@mex/core/money/money.ts'
import * as z from 'zod/mini'
import type { Language } from '@mex/contract/language.ts'
import { anonymous, personal } from '#areas/testing.ts'
import { catalogue, feed, openTestMarketData, secrets, type Wire } from '#areas/market/testing.ts'
import type { Change } from '#push/bus.ts'
import { openBus } from '#push/bus.ts'
import { openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { connect } from '#db/sql.ts'
import { auctionHandlers } from './handlers.ts'
import { openAuctionNews } from './news.ts'
import { freshQuotes } from '#feeds/ticker-testing.ts'

const at = (text: string): number => Date.parse(text)
/** A Friday in New York, five hours behind. */
const morning = (time: string): number => at(`2026-11-20T${time}-05:00`)
const nowhere = connect('postgres://nobody@127.0.0.1:1/nothing', 1).db

type Asker = { readonly now: number; readonly language?: Language; readonly userId?: number }

/** Asks as the wire does; the answer must match the contract. */
async function ask(wire: Wire, { now, language = 'en', userId }: Asker, data = openTestMarketData()): Promise<Wire> {
  const handlers = auctionHandlers(data, async () => new Set(userId === undefined ? [] : ['US:AAPL']))
  const read = readRequest(contract.shares.input, wire)
  if (isRefusal(read)) return { refused: read.refused }
  const caller = { db: nowhere, feed: data.feed, now, language }
  const context = userId === undefined ? anonymous(caller) : personal(userId, caller)
  try {
    const answer = await handlers.shares(read.input as Parameters<typeof handlers.shares>[0], context)
    const written = JSON.parse(JSON.stringify(writerOf(contract.shares.output)(answer as never))) as Wire
    z.decode(contract.shares.output, written as never)
    return written
  } catch (error) {
    if (error instanceof Refused) return { refused: error.refusal.refused }
    throw error
  }
}

const page = { pageNum: 1, pageSize: 3 }
const rowsOf = (answer: Wire): Wire[] => answer['rows'] as Wire[]
const apple = async (asker: Asker, data = openTestMarketData()): Promise<Wire> =>
  present(rowsOf(await ask({ ...page, stockCode: 'AAPL' }, asker, data))[0], 'AAPL')
const seconds = (instant: number): number => instant / 1000

test('lists US shares with the opening auction of the day, in its phases', async () => {
  const cases: [time: string, phase: string, published: string | null][] = [
    ['03:59:59', 'waiting', null],
    ['04:00:00', 'entry', '04:00:00'],
    ['09:24:59', 'entry', '09:24:00'],
    ['09:27:59', 'entry', '09:27:55'],
    ['09:28:00', 'matching', '09:28:00'],
    ['09:29:59', 'matching', '09:29:55'],
  ]
  for (const [time, phase, published] of cases) {
    const row = await apple({ now: morning(time) })
    assert.deepEqual(
      [
        row['auctionPhase'],
        row['isPractice'],
        row['entryStartTimestamp'],
        row['entryEndTimestamp'],
        row['crossTimestamp'],
      ],
      [phase, false, ...['04:00:00', '09:28:00', '09:30:00'].map((text) => seconds(morning(text)))],
      time,
    )
    assert.equal(row['publishTimestamp'], published === null ? null : seconds(morning(published)), time)
    if (published === null) assert.deepEqual([row['indicativePrice'], row['imbalance']], [null, null])
    else {
      const { last } = present(feed.quote('US:AAPL', morning(published)), 'a quote')
      assert.equal(row['indicativePrice'], formatPrice(last), time)
    }
  }
})

test('says how far the price may go from the close before, and how the last auction crossed', async () => {
  const row = await apple({ now: morning('09:20:00') })
  const reference = Number(row['preClose'])
  assert.equal(Number(row['reference']), reference)
  assert.ok(Math.abs(Number(row['collarHigh']) - reference * 1.1) < 1e-6)
  assert.ok(Math.abs(Number(row['collarLow']) - reference * 0.9) < 1e-6)
  const last = row['lastCross'] as Wire
  assert.deepEqual([last['isPractice'], last['crossTimestamp']], [true, seconds(morning('03:00:00'))])
  const after = (await apple({ now: morning('09:30:01') }))['lastCross'] as Wire
  const print = present(feed.quote('US:AAPL', morning('09:30:00')), 'the print')
  assert.deepEqual(
    [after['isPractice'], after['price'], after['quoteId'], Number(after['volume']) * 1e8],
    [false, formatPrice(print.last), print.id, Number(print.auctionVolume)],
  )
  // Before it crosses, nothing is told of it.
  const before = (await apple({ now: morning('09:29:59.999') }))['lastCross'] as Wire
  assert.equal(before['isPractice'], true)
})

test('the figures are the same for everyone, and stand still between two publications', async () => {
  const figures = [
    'indicativePrice',
    'indicativeVolume',
    'imbalance',
    'imbalanceSide',
    'publishTimestamp',
    'indicativeSeries',
  ]
  const told = async (asker: Asker) => {
    const row = await apple(asker)
    return figures.map((name) => row[name])
  }
  const first = await told({ now: morning('09:26:05') })
  assert.deepEqual(await told({ now: morning('09:26:09'), userId: 7, language: 'zh-CN' }), first.with(5, first[5]))
  assert.notDeepEqual(await told({ now: morning('09:26:10') }), first)
})

test('on a weekend, a holiday and a half day it says when the next one is', async () => {
  const real = openTestMarketData({
    feed: openSimulatedFeed({ keys: secrets, catalogue, practiceHours: false }),
    hours: 'real',
  })
  const cases: [now: string, cross: string][] = [
    ['2026-11-21T12:00:00-05:00', '2026-11-23T09:30:00-05:00'],
    ['2026-11-26T09:00:00-05:00', '2026-11-27T09:30:00-05:00'],
    ['2026-11-27T14:00:00-05:00', '2026-11-30T09:30:00-05:00'],
  ]
  for (const [now, cross] of cases) {
    const row = await apple({ now: at(now) }, real)
    assert.deepEqual(
      [row['auctionPhase'], row['isPractice'], row['crossTimestamp']],
      ['waiting', false, seconds(at(cross))],
    )
  }
  const row = await apple({ now: at('2026-11-21T12:20:00-05:00') })
  assert.deepEqual(
    [row['auctionPhase'], row['isPractice'], row['crossTimestamp']],
    ['entry', true, seconds(at('2026-11-21T13:00:00-05:00'))],
    'in practice hours the next full hour',
  )
})

test('pages through the shares, finds by name, sorts, and marks what is watched', async () => {
  const now = morning('09:20:00')
  const first = await ask(page, { now })
  assert.ok(Number(first['total']) > 100)
  assert.equal(rowsOf(first).length, 3)
  const second = await ask({ ...page, pageNum: 2 }, { now })
  assert.notDeepEqual(rowsOf(second)[0]?.['stock_code'], rowsOf(first)[0]?.['stock_code'])
  const found = rowsOf(await ask({ ...page, keyword: 'apple' }, { now, userId: 7 }))
  assert.deepEqual([found[0]?.['stock_code'], found[0]?.['selfSelectStatus']], ['AAPL', 1])
  const named = rowsOf(await ask({ ...page, sort: 'name' }, { now })).map((row) => String(row['name']))
  assert.deepEqual(
    named,
    named.toSorted((one, other) => one.localeCompare(other, 'en')),
  )
  assert.ok(rowsOf(first).every((row) => (row['indicativeSeries'] as unknown[]).length === 0 && row['market'] === 'US'))
  assert.equal(((await apple({ now }))['indicativeSeries'] as unknown[]).length, 61)
})

test('auctions.shares refuses: unknown_instrument', async () => {
  for (const stockCode of ['NOSUCH', '00700'])
    assert.deepEqual(await ask({ ...page, stockCode }, { now: morning('09:20:00') }), { refused: 'unknown_instrument' })
})

test('auctions.shares refuses: text_too_long', async () => {
  const keyword = 'a'.repeat(51)
  assert.deepEqual(await ask({ ...page, keyword }, { now: morning('09:20:00') }), { refused: 'text_too_long' })
})

test('a history has no order book: no figures are told, and entry is as always', async () => {
  const data = openTestMarketData({ feed: { ...feed, mode: 'replay', auctions: undefined } })
  const row = await apple({ now: morning('09:20:00') }, data)
  assert.deepEqual(
    [row['auctionPhase'], row['indicativePrice'], row['indicativeVolume'], row['imbalance'], row['publishTimestamp']],
    ['entry', null, null, null, null],
  )
})

test('pushes the figures of a share to its channel, once at each publication', () => {
  const data = openTestMarketData()
  const news = openAuctionNews(data)
  const bus = openBus(() => assert.fail('no listener fails'))
  const told: Change[] = []
  bus.subscribe('changes', ({ changes }) => void told.push(...changes))
  const heard = new Set([auctionChannel('AAPL'), auctionChannel('NOSUCH')])
  const listener = news.listener(bus, (channel) => heard.has(channel))
  for (const time of [
    '09:26:00',
    '09:26:01',
    '09:26:04',
    '09:26:05',
    '09:26:05.900',
    '09:29:59',
    '09:30:00',
    '09:30:01',
  ])
    void listener.tick(morning(time), freshQuotes())
  const published = told.map(({ data: text }) => (JSON.parse(text) as Wire)['publishTimestamp'])
  assert.deepEqual(published, [...['09:26:00', '09:26:05', '09:29:55'].map((time) => seconds(morning(time))), null])
  assert.ok(told.every(({ channel, type }) => channel === 'auction.AAPL' && type === 'auction'))
  const state = present(news.stateOf('AAPL', morning('09:26:07')), 'the state')
  assert.equal((JSON.parse(state.data) as Wire)['publishTimestamp'], seconds(morning('09:26:05')))
  assert.equal(news.stateOf('NOSUCH', morning('09:26:07')), undefined)
  assert.deepEqual(parseChannel('auction.AAPL'), { kind: 'auction', code: 'AAPL' })
  for (const wrong of ['auction.', 'auction', 'auction.a b']) assert.equal(parseChannel(wrong), undefined, wrong)
})
