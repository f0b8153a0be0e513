import { calls } from '@mex/contract/areas.ts'
import {
  blockQuantityMax,
  blockQuantityMin,
  forbidsShorts,
  isOpenBlock,
  type BlockOffer,
} from '@mex/core/blocks/block-offer.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { quantity, type Quantity } from '@mex/core/money/money.ts'
import type { Drawing, Intent } from './intent.ts'
import { drawCancel, drawClosing, drawOpening } from './trading-intents.ts'

const language = 'en'

/** Mostly the least or the most that one user may buy; sometimes too little, too much, or a part of a lot. */
function drawShares({ random }: Drawing, offer: BlockOffer): Quantity {
  const drawn = random.below(100)
  if (drawn < 3) return quantity(blockQuantityMin - offer.lot)
  if (drawn < 12) return quantity(blockQuantityMax(offer) + offer.lot)
  if (drawn < 14) return quantity(blockQuantityMin + 1n)
  return random.percent(55) ? blockQuantityMin : blockQuantityMax(offer)
}

/** Mostly an offer that is open, sometimes one that has ended. */
function drawBuying(drawing: Drawing): Intent {
  const { random, standing, blocks, now } = drawing
  const { user: userId } = standing
  const open = blocks.filter((each) => isOpenBlock(each, now))
  const offer = random.pick(open.length > 0 && random.percent(92) ? open : blocks)
  const shares = drawShares(drawing, offer)
  return {
    user: userId,
    text: `buys ${shares} of block ${offer.id}`,
    call: calls.blocks.create,
    effect: 'order',
    about: offer.id,
    send: ({ engine }, request) =>
      engine.lane.send({ kind: 'block', userId, request, offer, quantity: shares, language }),
  }
}

/** Tries to be short in a share of which a block is locked. */
function drawShort(drawing: Drawing): Intent | undefined {
  const { random, blocks, feed, now } = drawing
  const { instrument: key } = random.pick(blocks.filter((offer) => forbidsShorts(offer, now)))
  const instrument = feed.instruments(now).get(key)
  return instrument?.shortable === true
    ? drawOpening(drawing, { instrument, source: instrument.source, direction: 'short' })
    : undefined
}

/** Sells shares of a block, mostly before its lock-up is over, or tries to take back an order for one. */
function drawUndoing(drawing: Drawing): Intent | undefined {
  const { random, standing } = drawing
  const { user, blockOrders, positions } = standing
  if (blockOrders.length > 0 && random.percent(50)) return drawCancel(user, random.pick(blockOrders))
  const bought = positions.filter(({ source }) => source === sources.blockTrade)
  if (bought.length === 0) return undefined
  const { id, quantity: held } = random.pick(bought)
  return drawClosing(drawing, id, held)
}

/** Draws the next intent of a user about blocks. Some users do not have the permission. */
export function drawBlock(drawing: Drawing): Intent {
  const { random } = drawing
  const undoing = random.percent(30) ? drawUndoing(drawing) : undefined
  if (undoing !== undefined) return undoing
  return (random.percent(12) ? drawShort(drawing) : undefined) ?? drawBuying(drawing)
}
