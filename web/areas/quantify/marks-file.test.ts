import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyOf, priceOf } from '@mex/core/money/money.ts'

import { csvOf } from './marks-file.ts'

test('a file of marks has a line for each day, with plain decimals', () => {
  const mark = { id: 1, orderId: 1, date: '2026-11-22', profit: moneyOf('-22.51'), total: moneyOf('128.75') }
  assert.equal(
    csvOf(['Date', 'Price', 'Day', 'Total'], [{ ...mark, nav: priceOf('1.09118'), at: 0 }]),
    'Date,Price,Day,Total\r\n2026-11-22,1.09118000,-22.51,128.75\r\n',
  )
})
