import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'

import { dateInNewYork } from './door/times.ts'

type Known = Pick<AuctionQuote, 'crossesAt' | 'entryOpensAt' | 'isPractice' | 'lastCross'>

/** Which auction the page is about: that of today's opening, a practice one, none after the open, or that of another day. */
export function whichAuction({ crossesAt, entryOpensAt, isPractice, lastCross }: Known, now: number) {
  const isToday = (at: number): boolean => dateInNewYork(at) === dateInNewYork(now)
  if (isPractice && now >= entryOpensAt) return 'practice'
  if (lastCross !== undefined && !lastCross.isPractice && isToday(lastCross.crossedAt)) return 'opened'
  if (isPractice) return 'practice'
  return isToday(crossesAt) ? 'today' : 'later'
}
