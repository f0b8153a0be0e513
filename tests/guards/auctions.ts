import type { Guard } from './guard.ts'

const orders = 'core/auctions/auction-order.test.ts'
const onDatabase = 'server/areas/trading/matching/auction-orders.test.ts'

/** Auctions: their cross, who takes part, and what is told before. */
export const auctions: readonly Guard[] = [
  {
    name: 'auctions: a price outside of the collar is no cross',
    rows: [],
    file: 'core/auctions/cross.ts',
    find: 'return hasCollar && (found.price < low || found.price > high) ? undefined : found',
    replace: 'return hasCollar && found.price < low ? undefined : found',
    test: 'core/auctions/cross.test.ts',
    fails: 'has no cross outside of the larger of a tenth and 0.50 of the reference',
  },
  {
    name: 'auctions: entry has a window',
    rows: [],
    file: 'core/trading/order-check.ts',
    find: 'facts.auctionIsOpen === true',
    replace: 'facts.stage !== undefined',
    test: orders,
    fails: 'each refusal of an order for an auction',
  },
  {
    name: 'auctions: nobody takes more than was exchanged',
    rows: [],
    file: 'core/trading/execution.ts',
    find: 'quote.auctionVolume ?? depthOf(ladder(instrument, quote, side))',
    replace: 'depthOf(ladder(instrument, quote, side))',
    test: orders,
    fails: 'one user and side shares the published volume in all products',
  },
  {
    name: 'auctions: an order is for one auction',
    rows: [],
    file: 'core/trading/tick.ts',
    find: "    if (isAuctionOnly(left) && isLive(left)) endOrder(trading, left, 'AUCTION_UNFILLED', tick.at)\n",
    replace: '',
    test: orders,
    fails: 'ends unfilled, and frees the money, if the price is worse than its limit',
  },
  {
    name: 'auctions: nothing is cancelled just before the cross',
    rows: [],
    file: 'server/areas/trading/timetable.ts',
    find: '? now >= auction(instrument, order.acceptedAt).closesAt',
    replace: '? now >= auction(instrument, order.acceptedAt).crossesAt',
    test: onDatabase,
    fails: 'entry is from 04:00 to 09:28, and a cancel until 09:28',
  },
  {
    name: 'auctions: on a fast clock no order ends before its cross is handled',
    rows: [],
    file: 'server/areas/trading/matching/latest-quote.ts',
    find: 'quoteAgeSecondsMax * Math.max(1, clock.speed)',
    replace: 'quoteAgeSecondsMax',
    test: onDatabase,
    fails: 'at speed 3600 no cross is passed by',
  },
  {
    name: 'auctions: the check of fills looks for orders that were passed by',
    rows: [],
    file: 'server/areas/trading/verify/verify.ts',
    find: '    ...missedAuctions(traded.orders, market, pauses),\n',
    replace: '',
    test: 'server/areas/trading/verify/auctions.test.ts',
    fails: 'reports everything that is wrong with an order for an auction',
  },
  {
    name: 'auctions: the book is not told before the cross',
    rows: [],
    file: 'server/feeds/simulator/simulated-feed.ts',
    find: 'crossesAt > now ? undefined : listedAt(key, crossesAt)',
    replace: 'listedAt(key, crossesAt)',
    test: 'server/feeds/simulator/auctions.test.ts',
    fails: 'are not told before the cross',
  },
  {
    name: 'auctions: nobody enters while the practice is reset',
    rows: [],
    file: 'server/areas/trading/decide.ts',
    find: 'isAuctionOnly(request) ? await engine.resetRefusal(tx, user) : undefined',
    replace: 'undefined',
    test: onDatabase,
    fails: 'trading.createAuction refuses: wrong_state while the practice waits to start again',
  },
]
