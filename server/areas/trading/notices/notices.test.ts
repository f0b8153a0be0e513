import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noBlocks } from '@mex/core/blocks/block-offer.ts'
import type { CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { one, priceOf } from '@mex/core/money/money.ts'
import { bookAction } from '@mex/core/trading/corporate-actions.ts'
import { share } from '@mex/core/trading/examples-testing.ts'
import { testTrading } from '@mex/core/trading/testing.ts'
import { messagesOf } from './notices.ts'

const hundred = { bid: '100', ask: '100', size: '100000' }

test('tells each of several actions that one list booked on a position, in their order', () => {
  const at = testTrading(share, { US_STOCK: '50000.00' })
  for (const id of [1, 2]) at.open({ id, units: '10', time: 1000, ...hundred })
  at.tick({ time: 2000, ...hundred })
  const named = { declaredAt: 0, exDate: '2026-11-23' }
  const actions: readonly CorporateAction[] = [
    { kind: 'dividend', amount: priceOf('1'), exAt: 3000, ...named },
    { kind: 'split', to: 2n, from: 1n, exAt: 4000, ...named },
    { kind: 'dividend', amount: priceOf('0.25'), exAt: 5000, ...named },
  ]
  const quote = { id: 'US:AAPL@1', last: priceOf('100') }
  for (const action of actions)
    bookAction(at.trading, { action, instrument: share, quote, conversionRateOf: () => one }, 6000)
  const told = messagesOf(at.trading, () => share, noBlocks).filter(({ type }) => type === 'CORPORATE_ACTION')
  const shown = told.map(({ about: { kind, values }, reference }) => ({ kind, values, position: reference?.id }))
  const { code } = share
  assert.deepEqual(
    shown.filter(({ position }) => position === 2),
    [
      { kind: 'dividend_received', values: { code, shares: '10', amount: '$7.00', tax: '$3.00' } },
      { kind: 'share_split', values: { code, ratio: '2:1', shares: '10' } },
      { kind: 'dividend_received', values: { code, shares: '20', amount: '$3.50', tax: '$1.50' } },
    ].map((message) => ({ ...message, position: 2 })),
  )
  assert.equal(told.length, 6)
})
