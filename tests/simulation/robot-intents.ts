import { calls } from '@mex/contract/areas.ts'
import { money, moneyOf, type Money } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { isOnOffer, type Robot } from '@mex/core/robots/robot.ts'
import type { Drawing, Intent } from './intent.ts'

/** Intents of robots: renting, redeeming early or at the end, and filling or emptying the wallet that pays their energy. */

/** Mostly one of the cheapest that is on offer; sometimes any, also one that is not offered yet. */
function drawRobot({ random, feed, now }: Drawing): Robot {
  const offers = feed.robots.offers(now)
  const open = offers.filter((robot) => isOnOffer(robot, now))
  if (open.length === 0 || random.percent(6)) return random.pick(offers)
  const cheap = open.toSorted((one, other) => Number(one.price - other.price) || one.cycle - other.cycle).slice(0, 5)
  const [shortest] = cheap.toSorted((one, other) => one.cycle - other.cycle)
  return shortest !== undefined && random.percent(70) ? shortest : random.pick(cheap)
}

function drawRental(drawing: Drawing): Intent {
  const { random, now: at } = drawing
  const { user: userId } = drawing.standing
  const { id: robotId } = drawRobot(drawing)
  const quantity = random.pick([1, 1, 1, 1, 2, 5] as const)
  return {
    user: userId,
    text: `rents ${quantity} of robot ${robotId}`,
    call: calls.robots.rent,
    effect: 'rental',
    about: robotId,
    makes: quantity,
    send: async ({ investments }, request) => {
      const rented = await investments.rent({ userId, request, at, robotId, quantity })
      return isRefusal(rented) ? rented : { id: rented.map(({ id }) => id).join(' ') }
    },
  }
}

function drawRedemption({ standing: { user: userId }, now: at }: Drawing, id: number): Intent {
  return {
    user: userId,
    text: `redeems robot ${id}`,
    call: calls.robots.redeem,
    effect: 'redemption',
    about: id,
    send: async ({ investments }, request) => {
      const redeemed = await investments.redeem({ userId, request, at, id })
      return isRefusal(redeemed) ? redeemed : { id }
    },
  }
}

function drawMove({ standing: { user: userId }, now: at }: Drawing, direction: 'in' | 'out', amount: Money): Intent {
  const [from, to] = direction === 'in' ? (['BALANCE', 'FINANCIAL'] as const) : (['FINANCIAL', 'BALANCE'] as const)
  return {
    user: userId,
    text: `transfers ${amount} from ${from} to ${to}`,
    call: calls.wallet.transfer,
    effect: 'transfer',
    about: 0,
    send: ({ transfers }, request) => transfers.submit.send({ userId, request, from, to, amount, at }),
  }
}

/** Every third user takes out whatever the robots leave or bring, so that they run out of energy. */
const isDrainer = (user: number): boolean => user % 3 === 0

/** Draws the next intent of a user about robots: mostly valid, sometimes about a rental of somebody else or one that is over. */
export function drawRobots(drawing: Drawing): Intent {
  const { random, standing, strange } = drawing
  const { user, rentals, financial } = standing
  if (strange.rentals.length > 0 && random.percent(4)) return drawRedemption(drawing, random.pick(strange.rentals))
  if (rentals.length === 0) return random.percent(75) ? drawRental(drawing) : drawMove(drawing, 'in', moneyOf('100000'))
  const drawn = random.below(100)
  if (isDrainer(user)) {
    if (financial > 0n && drawn < 80) return drawMove(drawing, 'out', financial)
    return drawn < 92 ? drawMove(drawing, 'in', moneyOf('3.5')) : drawMove(drawing, 'in', moneyOf('400'))
  }
  if (drawn < 35) return drawRedemption(drawing, random.pick(rentals))
  if (drawn < 60) return drawMove(drawing, 'in', moneyOf(random.pick(['5', '1000', '100000'])))
  if (drawn < 75 && financial > 0n)
    return drawMove(drawing, 'out', money((financial * BigInt(random.below(120))) / 100n))
  return drawRental(drawing)
}
