import assert from 'node:assert/strict'
import { test } from 'node:test'
import { currencyPair, openPosition, quoteOf, share } from '@mex/core/trading/examples-testing.ts'
import { moneyOf, rate, rateOf, type Rate } from '@mex/core/money/money.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { openPositionIndex } from './position-index.ts'
import type { Prices } from '#areas/trading/prices.ts'

const hour = 3_600_000

/** Prices at an instant; counts the reads of conversion rates. */
function pricesAt(now: number, euro: Rate | undefined) {
  const instruments = new Map([share, currencyPair].map((each) => [each.key, each]))
  const asked = { rates: 0 }
  const prices: Prices = {
    now,
    delaySeconds: 0,
    instrument: (key) => instruments.get(key),
    quote: () => undefined,
    conversionRate: (from, to) => {
      asked.rates += 1
      return from === to ? rateOf('1') : euro
    },
  }
  return { prices, asked }
}

/** A long of one lot of EURUSD at 1.00 with leverage 10, paid from a wallet in MXN; each of a user of its own. */
const euros = (id: number): Position => ({
  ...openPosition(currencyPair, {
    id,
    units: '1',
    at: '1',
    leverage: 10,
    wallet: 'BALANCE',
    margin: moneyOf('200000'),
  }),
  user: id,
})
const concerned = (index: ReturnType<typeof openPositionIndex>, bid: string): number[] => [
  ...index.concerned(quoteOf(currencyPair, { bid, ask: '2' })),
]

test('a tick without rate moves reads one rate per currency pair, for any number of positions', async () => {
  const index = openPositionIndex()
  const { prices } = pricesAt(0, rateOf('20'))
  for (let id = 1; id <= 5000; id += 1) index.put(euros(id), prices)
  const quiet = pricesAt(1000, rateOf('20.01'))
  await index.refresh(quiet.prices)
  assert.equal(quiet.asked.rates, 1)
})

test('recomputes a level when its conversion rate has moved by the step, up or down', async () => {
  const index = openPositionIndex()
  index.put(euros(1), pricesAt(0, rateOf('20')).prices)
  // The warning level is 1.5 times 5 % of the value: at 20 below 0.9729…, at 25 below 0.9945…
  assert.deepEqual([concerned(index, '0.99'), concerned(index, '0.97')], [[], [1]])
  await index.refresh(pricesAt(1000, rateOf('20.02')).prices)
  assert.deepEqual(concerned(index, '0.99'), [])
  await index.refresh(pricesAt(2000, rateOf('25')).prices)
  assert.deepEqual(concerned(index, '0.99'), [1])
  await index.refresh(pricesAt(3000, rateOf('20')).prices)
  assert.deepEqual(concerned(index, '0.99'), [])
})

test('computes a level as soon as its missing rate arrives', async () => {
  const index = openPositionIndex()
  index.put(euros(1), pricesAt(0, undefined).prices)
  assert.deepEqual(concerned(index, '0.10'), [])
  await index.refresh(pricesAt(1000, undefined).prices)
  assert.deepEqual(concerned(index, '0.10'), [])
  await index.refresh(pricesAt(2000, rateOf('20')).prices)
  assert.deepEqual(concerned(index, '0.97'), [1])
})

test('after a warning watches the liquidation level for an hour, then the warning level again', async () => {
  const index = openPositionIndex()
  const { prices } = pricesAt(1000, rateOf('20'))
  index.put({ ...euros(1), warnedAt: 1000 }, prices)
  assert.deepEqual([concerned(index, '0.97'), concerned(index, '0.94')], [[], [1]])
  await index.refresh(pricesAt(1000 + hour - 1, rateOf('20')).prices)
  assert.deepEqual(concerned(index, '0.97'), [])
  await index.refresh(pricesAt(1000 + hour, rateOf('20')).prices)
  assert.deepEqual(concerned(index, '0.97'), [1])
})

test('watches a position as soon as its instrument is listed', async () => {
  const index = openPositionIndex()
  const { prices } = pricesAt(0, rateOf('20'))
  index.put(euros(1), { ...prices, instrument: () => undefined })
  await index.refresh({ ...prices, instrument: () => undefined })
  assert.deepEqual(concerned(index, '0.10'), [])
  await index.refresh(prices)
  assert.deepEqual(concerned(index, '0.97'), [1])
})

test('yields to the event loop while all levels move, and does not restore positions that closed meanwhile', async () => {
  const index = openPositionIndex()
  const { prices } = pricesAt(0, rateOf('20'))
  for (let id = 1; id <= 3000; id += 1) index.put(euros(id), prices)
  const moved = pricesAt(1000, rate(25n * 10n ** 12n)).prices
  let turns = 0
  const refreshed = index.refresh(moved)
  let isOver = false
  void refreshed.then(() => {
    isOver = true
  })
  while (!isOver) {
    turns += 1
    if (turns === 3) index.put({ ...euros(3000), state: 'CLOSED' }, moved)
    await new Promise((resolve) => setImmediate(resolve))
  }
  assert.ok(turns >= 20, `${turns} turns`)
  assert.equal(index.size, 2999)
  assert.equal(new Set(concerned(index, '0.99')).size, 2999)
})
