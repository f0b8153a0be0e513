import { sources } from '@mex/core/market/instrument.ts'
import { isUnderWay } from '@mex/core/offerings/placing.ts'
import type { Drawing, Intent } from './intent.ts'
import { drawApplication } from './issue-intents.ts'
import { drawClosing, drawOpening } from './trading-intents.ts'

/** Sells shares of a placing, often before their lock-up is over. */
function drawSale(drawing: Drawing): Intent | undefined {
  const { random, standing } = drawing
  const placed = standing.positions.filter(({ source }) => source === sources.placingStock)
  if (placed.length === 0) return undefined
  const { id, quantity } = random.pick(placed)
  return drawClosing(drawing, id, quantity)
}

/** Tries to be short in a stock under an offer, mostly in one that is open. */
function drawShort(drawing: Drawing): Intent {
  const { random, placings, feed, now } = drawing
  const under = placings.filter((placing) => isUnderWay(placing, now))
  const { instrument: key } = random.pick(under.length > 0 ? under : placings)
  const instrument = feed.instruments(now).get(key)
  return drawOpening(
    drawing,
    instrument === undefined ? {} : { instrument, source: instrument.source, direction: 'short' },
  )
}

/** Draws the next intent of a user about placings: an application mostly, now and then a hedge of it or a sale. */
export function drawPlacing(drawing: Drawing): Intent {
  const { random } = drawing
  const sale = random.percent(25) ? drawSale(drawing) : undefined
  if (sale !== undefined) return sale
  return random.percent(15) ? drawShort(drawing) : drawApplication(drawing, drawing.placings)
}
