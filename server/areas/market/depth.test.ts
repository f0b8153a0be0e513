import assert from 'node:assert/strict'
import { test } from 'node:test'
import { marketDetails } from '@mex/contract/market/details.ts'
import { present } from '@mex/core/assert.ts'
import { quantity } from '@mex/core/money/money.ts'
import { takenQuantity, takesOf } from '@mex/core/trading/execution.ts'
import * as z from 'zod/mini'
import { parseInstant } from '#clock.ts'
import { feed, openCalls } from './testing.ts'

const ask = openCalls()
const instants = ['2026-11-20T16:00:00Z', '2026-11-20T16:00:07Z', '2026-11-21T12:00:00Z'].map((text) =>
  present(parseInstant(text), text),
)
const keys = ['US:AAPL', 'HK:00700', 'MX:WALMEX', 'FUT:ESZ26', 'FX:EURUSD', 'FX:USDJPY']

/** The levels that a quote page shows. */
async function shownDepth(key: string, at: number) {
  const [market = '', stockCode = ''] = key.split(':')
  const answer = await ask('detail', { market, stockCode }, { at })
  return z.decode(marketDetails.detail.output, answer as never).depth
}

for (const key of keys)
  test(`the shown levels of ${key} are those that a market order of their size takes`, async () => {
    for (const at of instants) {
      const [levels, quote, instrument] = [
        await shownDepth(key, at),
        present(feed.quote(key, at), key),
        present(feed.instruments(at).get(key), key),
      ]
      const tick = { instrument, quote: { ...quote, opening: false }, previous: undefined, used: quantity(0n) }
      for (const side of ['buy', 'sell'] as const) {
        const shown = levels.map(({ bid, bidSize, ask: asked, askSize }) =>
          side === 'buy' ? { price: asked, quantity: askSize } : { price: bid, quantity: bidSize },
        )
        let total = 0n
        for (const [index, level] of shown.entries()) {
          total += level.quantity
          const order = { side, type: 'market', limit: undefined, remaining: quantity(total) } as const
          const takes = takesOf(order, tick).map(({ price, quantity: taken }) => ({ price, quantity: taken }))
          assert.deepEqual(takes, shown.slice(0, index + 1), `${key} ${side} ${index}`)
        }
        // More than all levels waits for the next quote.
        const more = { side, type: 'market', limit: undefined, remaining: quantity(total + instrument.lot) } as const
        assert.equal(takenQuantity(takesOf(more, tick)), total)
        assert.equal(shown.length, 5)
      }
    }
  })

test('the size of the levels changes from quote to quote, and practice hours hold less', async () => {
  const sizes = new Set<bigint>()
  const mean = async (from: number): Promise<number> => {
    let sum = 0
    for (let step = 0; step < 40; step += 1) {
      const [top] = await shownDepth('US:AAPL', from + step * 3000)
      sizes.add(present(top, 'a level').askSize)
      sum += Number(present(top, 'a level').askSize)
    }
    return sum / 40
  }
  const regular = await mean(present(instants[0], 'an instant'))
  const practice = await mean(present(instants[2], 'an instant'))
  assert.ok(sizes.size > 5, `${sizes.size} sizes`)
  assert.ok(practice < regular * 0.8, `${practice} in practice hours, ${regular} in the session`)
})
