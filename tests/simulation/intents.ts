import { calls } from '@mex/contract/areas.ts'
import { money, type Money } from '@mex/core/money/money.ts'
import { signupGrant, wallets, type Wallet } from '@mex/core/wallet/wallets.ts'
import { drawAuction } from './auction-intents.ts'
import { drawBlock } from './block-intents.ts'
import { drawBonds } from './bond-intents.ts'
import { drawFollow } from './follow-intents.ts'
import { drawFunding } from './funding-intents.ts'
import type { Drawing, Intent, Product } from './intent.ts'
import { drawApplication } from './issue-intents.ts'
import { drawSubscription } from './quantify-intents.ts'
import { drawRobots } from './robot-intents.ts'
import { drawPlacing } from './placing-intents.ts'
import { drawAmendment, drawCancel, drawClosing, drawOpening } from './trading-intents.ts'

const grants = new Map(signupGrant.map(({ wallet, amount }) => [wallet, amount]))
const language = 'en'

function drawMargin({ random, standing }: Drawing, positionId: number, margin: bigint): Intent {
  const { user } = standing
  const amount = money((margin * BigInt(random.below(150))) / 100n)
  return {
    user,
    text: `adds ${amount} to ${positionId}`,
    call: calls.trading.addMargin,
    effect: 'addition',
    about: positionId,
    send: ({ engine }, request) =>
      engine.lane.send({ kind: 'margin', userId: user, request, positionId, amount, language }),
  }
}

function drawTransfer({ random, standing, now }: Drawing): Intent {
  const { user } = standing
  const other = random.percent(95)
    ? random.pick(['US_STOCK', 'HK_STOCK', 'FUTURE', 'FOREX'] as const)
    : random.pick(wallets)
  const [from, to]: readonly [Wallet, Wallet] = random.percent(50) ? ['BALANCE', other] : [other, 'BALANCE']
  const amount: Money = money(((grants.get(from) ?? 0n) * BigInt(1 + random.below(70))) / 100n)
  return {
    user,
    text: `transfers ${amount} from ${from} to ${to}`,
    call: calls.wallet.transfer,
    effect: 'transfer',
    about: 0,
    send: ({ transfers }, request) => transfers.submit.send({ userId: user, request, from, to, amount, at: now }),
  }
}

function drawTransferCancel({ standing: { user }, now }: Drawing, id: number): Intent {
  return {
    user,
    text: `takes back transfer ${id}`,
    call: undefined,
    effect: 'transfer end',
    about: id,
    send: ({ transfers }) => transfers.cancel.send({ userId: user, id, at: now }),
  }
}

/** Percentage of intents that are deposits or withdrawals. */
const fundingPercent = 20

const ofProducts: Readonly<Record<Product, (drawing: Drawing) => Intent>> = {
  'new issues': (drawing) => drawApplication(drawing, drawing.issues),
  placings: drawPlacing,
  blocks: drawBlock,
  auctions: drawAuction,
  bonds: drawBonds,
  quantify: drawSubscription,
  follow: (drawing) => drawFollow(drawing) ?? drawOpening(drawing),
  robots: drawRobots,
}
/** Percentage of intents that are about a product, in runs that have any. */
const productPercent = 40

/** Percentage of intents that open a share before it leaves the market. */
const leavingPercent = 50

/** Draws the next intent of a user: mostly valid, sometimes with rows of other users or ended rows. */
export function drawIntent(drawing: Drawing): Intent {
  const { random, standing, strange, products } = drawing
  if (products.length > 0 && random.percent(productPercent)) return ofProducts[random.pick(products)](drawing)
  const { user, orders, working, positions, transfers } = standing
  if (drawing.leaving !== undefined && random.percent(leavingPercent))
    return drawOpening(drawing, { instrument: drawing.leaving, type: 'market', percents: [1, 3, 8] })
  if (random.percent(fundingPercent)) return drawFunding(drawing)
  const drawn = random.below(100)
  if (drawn < 4 && strange.orders.length > 0) return drawCancel(user, random.pick(strange.orders))
  if (drawn < 7 && strange.positions.length > 0) return drawClosing(drawing, random.pick(strange.positions), 10n ** 8n)
  if (drawn < 14 && orders.length > 0) return drawCancel(user, random.pick(orders))
  if (drawn < 20 && working.length > 0) return drawAmendment(drawing, random.pick(working))
  if (drawn < 40 && positions.length > 0) {
    const { id, quantity: held } = random.pick(positions)
    return drawClosing(drawing, id, held)
  }
  if (drawn < 48 && positions.length > 0) {
    const { id, margin } = random.pick(positions)
    return drawMargin(drawing, id, margin)
  }
  if (drawn < 60) return drawTransfer(drawing)
  if (drawn < 66 && transfers.length > 0) return drawTransferCancel(drawing, random.pick(transfers))
  return drawOpening(drawing)
}
