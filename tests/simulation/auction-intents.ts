import { sources } from '@mex/core/market/instrument.ts'
import type { Drawing, Intent } from './intent.ts'
import { drawCancel, drawOpening } from './trading-intents.ts'

/** Shares of which so little is exchanged in an auction that a few orders want more. */
const thinlyTraded = ['US:RVNN', 'US:GLDF', 'US:JNPR']

/** Draws the next intent of a user about auctions: an order for the next one, at any price or with a limit, or the cancel of one. */
export function drawAuction(drawing: Drawing): Intent {
  const { random, standing, feed, now } = drawing
  const { user, auctionOrders } = standing
  if (auctionOrders.length > 0 && random.percent(20)) return drawCancel(user, random.pick(auctionOrders))
  const listed = feed.instruments(now)
  const thin = thinlyTraded.flatMap((key) => listed.get(key) ?? [])
  const source = sources.auctionStock
  // Thinly traded shares cannot be sold short.
  if (random.percent(70))
    return drawOpening(drawing, { instrument: random.pick(thin), source, direction: 'long', percents: [1, 2, 4, 8] })
  const [instrument] = drawing.instruments.filter(({ market }) => market === 'US')
  return drawOpening(drawing, { instrument, source })
}
