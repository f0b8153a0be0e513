import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { calls } from '@mex/contract/areas.ts'
import { formatMoney, formatPrice, quantityOf } from '@mex/core/money/money.ts'
import { openWorld } from './world.ts'

/** Trading on replayed history. */
const directory = process.env['MARKET_DATA_DIR']
const skip = directory === undefined ? 'MARKET_DATA_DIR names no folder with real market data' : false

/** A Tuesday with the New York market open. */
const start = Date.UTC(2025, 2, 4, 15)

/** The rows of one symbol in a file of daily bars, by date. */
async function history(file: string, symbol: string): Promise<Map<string, readonly string[]>> {
  const text = gunzipSync(await readFile(join(directory ?? '', 'daily', file))).toString('utf8')
  const rows = text.split('\n').filter((line) => line.startsWith(`${symbol},`))
  return new Map(rows.map((line) => line.split(',')).map((fields) => [fields[1] ?? '', fields.slice(2)]))
}

test('on replayed history candles equal the files and an order fills within its day’s range', { skip }, async () => {
  await using world = await openWorld({
    start,
    settings: {
      MARKET: 'replay',
      MARKET_HOURS: 'real',
      REPLAY_DIR: directory ?? '',
      CLOCK_START: new Date(start).toISOString(),
    },
  })
  const alice = await world.person()
  const instrument = { code: 'AAPL', market: 'US' } as const

  const { bars } = await alice.call(calls.market.candles, { ...instrument, period: '1D' })
  const rows = await history('us_stock.csv.gz', 'AAPL')
  const finished = bars.slice(0, -1)
  assert(finished.length > 400)
  for (const bar of finished) {
    const row = rows.get(new Date(bar.time * 1000).toISOString().slice(0, 10))
    assert(row !== undefined)
    const prices = [bar.open, bar.high, bar.low, bar.close].map((price) => Number(formatPrice(price)).toFixed(2))
    assert.deepEqual(
      prices,
      row.slice(0, 4).map((price) => Number(price).toFixed(2)),
    )
  }

  const before = await alice.call(calls.market.quote, instrument)
  const order = await alice.call(calls.trading.createStock, {
    ...instrument,
    classify: 'UsStock',
    side: 'buy',
    type: 'market',
    quantity: quantityOf('10'),
    leverage: 2,
    purpose: 'open',
    extendedHours: false,
  })
  await world.step()
  const held = await alice.call(calls.trading.positions, { pageNum: 1, pageSize: 10 })
  assert.equal(held.rows[0]?.id, order.id)
  // The fill price is within the day's range in the file.
  const [, high = '', low = ''] = rows.get('2025-03-04') ?? []
  const paid = Number(formatPrice(held.rows[0]?.openPrice ?? before.last))
  assert(paid <= Number(high) + 0.1 && paid >= Number(low) - 0.1)

  await world.step(64)
  const after = await alice.call(calls.market.quote, instrument)
  assert(after.quotedAt > before.quotedAt)
  await alice.call(calls.trading.close, { id: order.id, part: 'full', type: 'market' })
  await world.step()
  const closed = await alice.call(calls.trading.closedPositions, { pageNum: 1, pageSize: 10 })
  const wallet = await alice.call(calls.wallet.balance, { wallet: 'US_STOCK' })
  const net = closed.rows.reduce((sum, row) => sum + row.netProfit, 0n)
  assert.equal(formatMoney(wallet.available), formatMoney((2_500_000n + net) as typeof wallet.available))
  await world.verify()
})
