import assert from 'node:assert/strict'
import { test } from 'node:test'

import { priceOf } from '@mex/core/money/money.ts'
import { hoursOf } from './price-hours.ts'

type Row = readonly [
  phase: Parameters<typeof hoursOf>[1],
  changes: { readonly pre?: string; readonly post?: string; readonly sinceClose?: false },
  hours: ReturnType<typeof hoursOf>,
]

/** The change of now is 1.00; those of the exchange's own hours are given where it has had them. */
const rows: readonly Row[] = [
  ['regular', { pre: '1' }, undefined],
  ['closed', { post: '1' }, undefined],
  ['lunch', {}, undefined],
  ['pre', { pre: '1' }, 'pre'],
  ['post', { post: '1' }, 'post'],
  ['auction', {}, 'auction'],
  ['practice', {}, 'practice'],
  ['practice', { post: '1' }, 'post'],
  // In the night the last price of the after hours is an older one.
  ['practice', { post: '0.5' }, 'practice'],
  ['practice', { post: '0.5', pre: '1' }, 'pre'],
  // Half an hour of auction after the pre-market.
  ['practice', { post: '1', pre: '0.5' }, 'practice'],
  // A lunch break belongs to the session.
  ['practice', { pre: '1', sinceClose: false }, 'practice'],
]

for (const [phase, { pre, post, sinceClose = true }, hours] of rows)
  test(`${phase} with pre-market ${pre ?? 'none'} and after hours ${post ?? 'none'}: ${hours ?? 'no word'}`, () => {
    const found = hoursOf(
      {
        change: priceOf('1'),
        hasPreMarket: pre !== undefined,
        preMarketChange: pre === undefined ? undefined : priceOf(pre),
        hasPostMarket: post !== undefined,
        postMarketChange: post === undefined ? undefined : priceOf(post),
        sinceClose,
      },
      phase,
    )
    assert.equal(found, hours)
  })
