import { calls } from '@mex/contract/areas.ts'
import { bondRules, couponDatesAfter, type Bond } from '@mex/core/bonds/bond.ts'
import { money, moneyOf, type Money } from '@mex/core/money/money.ts'
import { utcDay } from '@mex/core/time-zone.ts'
import type { Drawing, Intent } from './intent.ts'

/** Intents of bonds: buying, and selling the whole or a part of what was bought. */

const language = 'en'
/** A multiple of the unit of every bond. */
const hundred = moneyOf('100')
/** Bonds that pay a coupon or mature within so many days are bought most. */
const soonDays = 14

const paysSoon = (bond: Bond, now: number): boolean => {
  const today = utcDay(now)
  return (couponDatesAfter(bond, today + 1)[0] ?? bond.matures) <= today + soonDays
}

function drawBond({ random, feed, now }: Drawing): Bond {
  const issues = feed.bonds.issues(now)
  const offered = issues.filter(({ offeredFrom, offeredUntil }) => offeredFrom <= now && now < offeredUntil)
  const soon = offered.filter((bond) => paysSoon(bond, now))
  if (soon.length > 0 && random.percent(75)) return random.pick(soon)
  return random.pick(offered.length > 0 && random.percent(95) ? offered : issues)
}

/** Mostly some units; sometimes a part of one, less than the least, or more than anybody may have. */
function drawFace({ random }: Drawing, { kind, totalFace }: Bond): Money {
  const { faceUnit, faceMin } = bondRules[kind]
  const drawn = random.below(100)
  if (drawn < 3) return money(faceMin - faceUnit)
  if (drawn < 6) return money(faceMin + 1n)
  if (drawn < 8) return totalFace
  return money(faceMin * BigInt(random.pick([1, 2, 5, 30, 200])))
}

function drawPurchase(drawing: Drawing): Intent {
  const { user: userId } = drawing.standing
  const { now: at } = drawing
  const bond = drawBond(drawing)
  const face = drawFace(drawing, bond)
  return {
    user: userId,
    text: `buys ${face} of bond ${bond.id}`,
    call: calls.bonds.buy,
    effect: 'bond purchase',
    about: bond.id,
    send: ({ investments }, request) =>
      investments.bonds.send({ kind: 'buy', userId, request, at, language, bond, face }),
  }
}

function drawSale({ random, standing: { user: userId }, now: at }: Drawing, id: number, held: Money): Intent {
  const drawn = random.below(100)
  const part = money(((held * BigInt(1 + random.below(100))) / (100n * hundred)) * hundred)
  const face = drawn < 30 ? undefined : drawn < 36 ? money(held + hundred) : drawn < 40 ? money(part + 1n) : part
  return {
    user: userId,
    text: `sells ${face ?? 'all'} of holding ${id}`,
    call: calls.bonds.sell,
    effect: 'bond sale',
    about: id,
    send: ({ investments }, request) =>
      investments.bonds.send({ kind: 'sell', userId, request, at, language, id, face }),
  }
}

/** Draws the next intent of a user about bonds: mostly valid, sometimes about a holding of somebody else or a sold one. */
export function drawBonds(drawing: Drawing): Intent {
  const { random, standing, strange } = drawing
  if (strange.holdings.length > 0 && random.percent(4))
    return drawSale(drawing, random.pick(strange.holdings), moneyOf('1000'))
  if (standing.holdings.length === 0 || random.percent(60)) return drawPurchase(drawing)
  const { id, face } = random.pick(standing.holdings)
  return drawSale(drawing, id, face)
}
