import assert from 'node:assert/strict'
import { test } from 'node:test'
import { indexFuture } from './examples-testing.ts'
import { nextMonth } from './roll.ts'

test('the next month is the contract of the same product that ends next, in whatever order they are listed', () => {
  const month = (product: string, lastTrade: number) => ({
    key: `FUT:${product}${lastTrade}`,
    contract: { ...indexFuture.contract!, product, lastTrade },
  })
  const share = { key: 'US:AAPL', contract: undefined }
  const [december, march, june, other] = [month('ES', 10), month('ES', 20), month('ES', 30), month('NQ', 15)]
  const cases = [
    [[june, march, other, share], december, march],
    [[december, march, june], december, march],
    [[december, march], march, undefined],
    [[other], december, undefined],
    [[march], share, undefined],
    [[], december, undefined],
  ] as const
  for (const [listed, ended, expected] of cases) assert.equal(nextMonth(listed, ended), expected)
})
