import type { Planted } from './planted-bug.ts'

const rules = 'core/trading/execution.ts'

const bugs: readonly Omit<Planted, 'about'>[] = [
  {
    name: 'an order for an auction that is filled at the ladder',
    file: rules,
    from: '(isAuctionOnly(order) ? isAuction(order, quote) : worksIn(order, quote.phase))',
    to: "(isAuctionOnly(order) ? isAuction(order, quote) || quote.phase !== 'closed' : worksIn(order, quote.phase))",
    found: /^auctions: order \d+ for an auction is filled by (ladder|resting)/,
  },
  {
    name: 'an auction that gives more than was exchanged',
    file: rules,
    from: 'quote.auctionVolume ?? depthOf(ladder(instrument, quote, side))',
    to: '((quote.auctionVolume ?? depthOf(ladder(instrument, quote, side))) * 1000n) as Quantity',
    found: /^auctions: auction .* gives user \d+ to (buy|sell) \d+ of \d+/,
  },
  {
    name: 'an auction with a price for everybody',
    firstSeed: 2,
    file: rules,
    from: "atOnePrice('auction', quote.last, volume, order.remaining, used)",
    to: "atOnePrice('auction', order.limit ?? quote.last, volume, order.remaining, used)",
    found: /^auctions: auction .* has \d+ prices|^execution \d+ of order \d+: /,
  },
  {
    name: 'an order that enters after the end of entry',
    file: 'core/trading/order-check.ts',
    from: 'facts.auctionIsOpen === true',
    to: 'facts.stage !== undefined',
    found: /^auctions: order \d+ entered while no auction took orders/,
  },
]

/** Bugs of auctions that the simulation must find. */
export const plantedAuctions: readonly Planted[] = bugs.map((bug) => ({ ...bug, about: 'auctions' }))
