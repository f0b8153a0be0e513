import assert from 'node:assert/strict'
import { test } from 'node:test'

import { price } from '@mex/core/money/money.ts'

import { whichAuction } from './which-auction.ts'

const at = (text: string): number => Date.parse(text)
/** Half past nine in New York. */
const friday = at('2026-11-20T14:30:00Z')
const monday = at('2026-11-23T14:30:00Z')
const opening = (crossesAt: number) => ({
  crossesAt,
  entryOpensAt: crossesAt - 5.5 * 3_600_000,
  isPractice: false,
})
const practice = (crossesAt: number) => ({ crossesAt, entryOpensAt: crossesAt - 3_600_000, isPractice: true })
const crossed = (crossedAt: number, isPractice = false) => ({
  price: price(1n),
  volume: undefined,
  crossedAt,
  isPractice,
  quoteId: '1',
})

const cases = [
  ['before the open of a session day', opening(friday), crossed(friday - 86_400_000), '2026-11-20T12:00:00Z', 'today'],
  ['after the open', opening(monday), crossed(friday), '2026-11-20T16:00:00Z', 'opened'],
  [
    'after the open, with a practice auction in the evening',
    practice(at('2026-11-20T22:00:00Z')),
    crossed(friday),
    '2026-11-20T16:00:00Z',
    'opened',
  ],
  [
    'while a practice auction takes orders',
    practice(at('2026-11-20T22:00:00Z')),
    crossed(friday),
    '2026-11-20T21:10:00Z',
    'practice',
  ],
  ['at the weekend', opening(monday), crossed(friday), '2026-11-22T16:00:00Z', 'later'],
  [
    'at the weekend, with practice auctions',
    practice(at('2026-11-22T17:00:00Z')),
    crossed(at('2026-11-22T16:00:00Z'), true),
    '2026-11-22T16:00:00Z',
    'practice',
  ],
  ['before the first auction', opening(friday), undefined, '2026-11-20T12:00:00Z', 'today'],
] as const

for (const [title, auction, lastCross, now, expected] of cases)
  test(`${title} the page is about: ${expected}`, () => {
    assert.equal(whichAuction({ ...auction, lastCross }, at(now)), expected)
  })
