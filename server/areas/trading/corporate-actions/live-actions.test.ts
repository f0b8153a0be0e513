import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { formatMoney, formatQuantity, priceOf, quantityOf } from '@mex/core/money/money.ts'
import type { LiveQuotes } from '#areas/market/live-quotes.ts'
import { openActionWatch } from '#feeds/live/action-watch.ts'
import type { SourceAction, SourceHistory } from '#feeds/live/history-shapes.ts'
import { followedBySymbol } from '#feeds/live/listed.ts'
import { SourceFailure } from '#feeds/live/source-failure.ts'
import { openTestFeed, said } from '#feeds/live/live-testing.ts'
import { openActionBooking } from './corporate-action-jobs.ts'
import { heldInstruments } from './store-corporate-actions.ts'
import { findingsBy, openPublicMarket, openQuotesOf } from '#areas/trading/public-quotes-testing.ts'
import { accepted, type TradingTest } from '#areas/trading/testing.ts'

/** Dividends and splits that a public source tells on their first day. New York opens at 13:30 UTC; the 8th is a Tuesday. */

const at = (time: string, day: string): number => Date.parse(`2026-09-${day}T${time}Z`)
const first = openTestFeed()
const apple = present(followedBySymbol(first.catalogue, at('12:00:00', '08')).get('AAPL'), 'Apple')
const calendar = present(first.catalogue.calendars.get('us-equity'), 'the calendar of New York')
let market: TradingTest
let live: LiveQuotes
let told: SourceHistory = { symbol: 'AAPL', currency: 'USD', bars: [], actions: [] }
let asked = 0
let isFailing = false
const failures: string[] = []

const open = (feed = first, { isUnknown } = openWatch()): LiveQuotes =>
  openQuotesOf(market, feed, { isUnknown, onGap: () => assert.fail('a gap') })
const openWatch = () =>
  openActionWatch({
    source: {
      history: () => {
        asked += 1
        if (isFailing) return Promise.reject(new SourceFailure('refused', 'too many requests', { status: 429 }))
        return Promise.resolve(told)
      },
    },
    followed: (key) => (key === 'US:AAPL' ? apple : undefined),
    calendarOf: () => calendar,
    held: () => heldInstruments(market.database.db),
    failed: (failure) => void failures.push(failure.kind),
  })
const watch = openWatch()
const learn = (): Promise<void> => live.learn((now) => watch.ask(now))
const book = () => openActionBooking(market.engine)()

/** The source has a bar of the day, and tells its actions. */
function tells(day: string, ...actions: readonly SourceAction[]): void {
  const price = priceOf('100')
  const bar = {
    time: at('13:30:00', day) / 1000,
    open: price,
    high: price,
    low: price,
    close: price,
    volume: quantityOf('0'),
  }
  told = { ...told, bars: [bar], actions: [...told.actions, ...actions] }
}

async function says(price: number, time: string, day: string, previousClose: number): Promise<void> {
  market.clock.set(at(time, day))
  const madeAt = at(time, day) - 2000
  const rates = [said('MXN=X', 18.5, madeAt), said('HKD=X', 7.8, madeAt)]
  const apples = said('AAPL', price, madeAt, { regularMarketPreviousClose: previousClose })
  await live.take([apples, ...rates], ['AAPL', 'MXN=X', 'HKD=X'])
  await market.tick(3)
}

before(async () => {
  market = await openPublicMarket(first, at('13:40:00', '08'))
  live = open(first, watch)
  await live.load(0)
})
after(() => market[Symbol.asyncDispose]())

const rowOf = async (user: number) => {
  const { rows } = await market.database.pool.query<{ quantity: bigint; financing: bigint }>(
    `select quantity, financing from position where user_id = $1 and state <> 'CLOSED' order by id`,
    [user],
  )
  return rows.map((row) => `${formatQuantity(row.quantity as never)} ${formatMoney(row.financing as never)}`)
}
const doubt = (): string | undefined => first.feed.quote('US:AAPL', market.clock.now())?.doubt

const buy = async (user: number, quantity = '10'): Promise<number> => accepted(await market.open(user, { quantity })).id
let holder = 0
let late = 0

test('a share that nobody holds needs no answer, and a share that is held is asked for once a day', async () => {
  await says(100, '14:00:00', '08', 99)
  holder = await market.person()
  await buy(holder)
  await says(100, '14:00:30', '08', 99)
  assert.deepEqual(await rowOf(holder), ['10 0.00'])
  tells('08')
  await learn()
  assert.equal(asked, 1)
  await learn()
  await says(100, '14:01:00', '08', 99)
  assert.equal(doubt(), undefined)
  await says(100, '19:59:50', '08', 99)
  assert.equal(asked, 1)
})

test('on the next day nothing fills in it until the source has told the day, and a dividend is booked once', async () => {
  await says(99.6, '13:31:00', '09', 100)
  assert.equal(doubt(), 'actions_unknown')
  late = await market.person()
  await buy(late)
  await says(99.6, '13:31:30', '09', 100)
  assert.deepEqual(await rowOf(late), [])
  isFailing = true
  await learn()
  isFailing = false
  assert.deepEqual(failures, ['refused'])
  assert.equal(doubt(), 'actions_unknown')
  market.clock.set(at('13:33:45', '09'))
  // Its answer does not have the day yet.
  await learn()
  await says(99.6, '13:34:00', '09', 100)
  assert.equal(doubt(), 'actions_unknown')
  tells('09', { kind: 'dividend', at: at('13:30:00', '09'), amount: priceOf('0.5') })
  market.clock.set(at('13:36:00', '09'))
  await learn()
  await says(99.6, '13:36:30', '09', 100)
  assert.equal(doubt(), undefined)
  await book()
  // Ten shares at 0.50, less 30 %.
  assert.deepEqual(await rowOf(holder), ['10 3.50'])
  assert.deepEqual(await rowOf(late), ['10 0.00'], 'bought without the right')
  await book()
  await learn()
  assert.deepEqual(await rowOf(holder), ['10 3.50'])
})

test('what the source says of a day afterwards changes nothing', async () => {
  const { actions } = told
  told = { ...told, actions: actions.map((one) => ({ ...one, amount: priceOf('50') }) as SourceAction) }
  const again = openTestFeed()
  const other = openWatch()
  const reader = open(again, other)
  await reader.load(0)
  await reader.learn((now) => other.ask(now))
  told = { ...told, actions }
  const stored = first.feed.actions('US:AAPL', market.clock.now())
  assert.deepEqual(again.feed.actions('US:AAPL', market.clock.now()), stored)
  assert.equal(stored.length, 1)
})

test('a split makes more shares of those that are held, and the check of fills makes it again', async () => {
  await says(99, '19:59:50', '09', 100)
  await says(24.8, '13:31:00', '10', 24.75)
  assert.equal(doubt(), 'other_shares')
  tells('10', { kind: 'split', at: at('13:30:00', '10'), to: 4n, from: 1n })
  market.clock.set(at('13:33:00', '10'))
  await learn()
  await market.tick(3)
  await book()
  assert.deepEqual(await rowOf(holder), ['40 3.50'])
  assert.deepEqual(await rowOf(late), ['40 0.00'])
  await says(24.8, '13:33:30', '10', 24.75)
  assert.equal(doubt(), undefined)
  await market.expectBalancedLedger()
  const again = openTestFeed()
  await open(again).load(0)
  assert.deepEqual(await findingsBy(market, again), [])
})

test('a source that never tells a day holds a share for an hour', async () => {
  await says(24.8, '19:59:50', '10', 24.75)
  await says(24.8, '14:29:00', '11', 24.8)
  assert.equal(doubt(), 'actions_unknown')
  await says(24.8, '14:30:30', '11', 24.8)
  assert.equal(doubt(), undefined)
})

test('what is learned without the last price with the right is left to the operator', async () => {
  const empty = openTestFeed()
  const other = openWatch()
  const reader = open(empty, other)
  told = { ...told, actions: [{ kind: 'dividend', at: at('13:30:00', '11'), amount: priceOf('1') }] }
  await reader.learn((now) => other.ask(now))
  assert.deepEqual(empty.feed.actions('US:AAPL', at('23:00:00', '11')), [])
})
