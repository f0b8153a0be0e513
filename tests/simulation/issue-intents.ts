import { calls } from '@mex/contract/areas.ts'
import { money, quantity, rateOf, type Quantity } from '@mex/core/money/money.ts'
import { lotsMax, sharesOf } from '@mex/core/offerings/new-issue.ts'
import { isPlacing, phaseOf, type Offer } from '@mex/core/offerings/offer.ts'
import type { Drawing, Intent, StandingApplication } from './intent.ts'

/** Intents of new issues and placings: applying, adding shares, cancelling, paying what is missing. Allotted shares are closed like others. */

const language = 'en'

/** Mostly some lots; sometimes none, a part of one, or more than anybody may have. */
function drawShares({ random }: Drawing, offer: Offer): Quantity {
  const drawn = random.below(100)
  if (drawn < 2) return quantity(0n)
  if (drawn < 5) return quantity(offer.lot + 1n)
  if (drawn < 8) return sharesOf(offer, lotsMax(offer) + 1)
  return sharesOf(offer, random.pick([1, 1, 2, 3, 5, 8, 30, 200]))
}

/** Mostly an offer that is open, often one that is paid in part; sometimes one that is not open yet or no more. */
function drawOffer({ random, now }: Drawing, offers: readonly Offer[]): Offer {
  const open = offers.filter((offer) => phaseOf(offer, now) === 'open')
  const paidInPart = open.filter(({ prefunded }) => prefunded < rateOf('1'))
  if (paidInPart.length > 0 && random.percent(40)) return random.pick(paidInPart)
  if (open.length > 0 && random.percent(90)) return random.pick(open)
  return random.pick(offers.toSorted((one, other) => other.publishedAt - one.publishedAt).slice(0, 8))
}

function drawApplying(drawing: Drawing, offers: readonly Offer[]): Intent {
  const { user: userId } = drawing.standing
  const { now: at } = drawing
  const offer = drawOffer(drawing, offers)
  const asked = drawShares(drawing, offer)
  return {
    user: userId,
    text: `applies for ${asked} of ${isPlacing(offer) ? 'placing' : 'issue'} ${offer.id}`,
    call: isPlacing(offer) ? calls.placings.apply : calls.offerings.apply,
    effect: 'application',
    about: offer.id,
    send: ({ offerings }, request) =>
      offerings.applications.send({ kind: 'apply', userId, request, offer, quantity: asked, at, language }),
  }
}

function drawAdding(drawing: Drawing, id: number, offer: Offer): Intent {
  const { user: userId } = drawing.standing
  const { now: at } = drawing
  const asked = drawShares(drawing, offer)
  return {
    user: userId,
    text: `adds ${asked} to application ${id}`,
    call: calls.offerings.add,
    effect: 'more shares',
    about: id,
    send: ({ offerings }, request) =>
      offerings.applications.send({ kind: 'top_up', userId, request, id, quantity: asked, at, language }),
  }
}

function drawPaying({ random, standing, now: at }: Drawing, { id, missing }: StandingApplication): Intent {
  const { user: userId } = standing
  const amount = money(random.percent(85) ? missing : missing + random.pick([-1n, 1n, 100n]))
  return {
    user: userId,
    text: `pays ${amount} for application ${id}`,
    call: calls.offerings.add,
    effect: 'missing payment',
    about: id,
    send: ({ offerings }, request) =>
      offerings.applications.send({ kind: 'pay', userId, request, id, amount, at, language }),
  }
}

function drawCancelling({ standing: { user: userId }, now: at }: Drawing, id: number): Intent {
  return {
    user: userId,
    text: `cancels application ${id}`,
    call: undefined,
    effect: 'application end',
    about: id,
    send: ({ offerings }) => offerings.applications.send({ kind: 'cancel', userId, id, at, language }),
  }
}

/** Draws the next intent of a user about offers of one kind: mostly valid, sometimes about an application of somebody else or an ended one. */
export function drawApplication(drawing: Drawing, offers: readonly Offer[]): Intent {
  const { random, standing, strange } = drawing
  const applications = standing.applications.filter(({ source }) => source === offers[0]?.source)
  const drawn = random.below(100)
  if (drawn < 3 && strange.applications.length > 0) return drawCancelling(drawing, random.pick(strange.applications))
  if (drawn < 6 && strange.applications.length > 0)
    return drawAdding(drawing, random.pick(strange.applications), drawOffer(drawing, offers))
  if (drawn < 45 || applications.length === 0) return drawApplying(drawing, offers)
  const unpaid = applications.find(({ status }) => status === 'unpaid')
  if (unpaid !== undefined && random.percent(60)) return drawPaying(drawing, unpaid)
  const application = random.pick(applications)
  const offer = offers.find(({ id }) => id === application.offer) ?? drawOffer(drawing, offers)
  if (random.percent(60)) return drawAdding(drawing, application.id, offer)
  return random.percent(70) ? drawCancelling(drawing, application.id) : drawPaying(drawing, application)
}
