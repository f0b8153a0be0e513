import { calls } from '@mex/contract/areas.ts'
import { money, quantity, rateOf, type Quantity } from '@mex/core/money/money.ts'
import { lotsMax, offerPhase, sharesOf, type NewIssue } from '@mex/core/offerings/new-issue.ts'
import type { Drawing, Intent, StandingApplication } from './intent.ts'

/** Intents of new issues: applying, adding shares, cancelling, paying what is missing. Allotted shares are closed like others. */

const language = 'en'

/** Mostly some lots; sometimes none, a part of one, or more than anybody may have. */
function drawShares({ random }: Drawing, offer: NewIssue): Quantity {
  const drawn = random.below(100)
  if (drawn < 2) return quantity(0n)
  if (drawn < 5) return quantity(offer.lot + 1n)
  if (drawn < 8) return sharesOf(offer, lotsMax(offer) + 1)
  return sharesOf(offer, random.pick([1, 1, 2, 3, 5, 8, 30, 200]))
}

/** Mostly an offer that is open, often one that is paid in part; sometimes one that is not open yet or no more. */
function drawOffer({ random, issues, now }: Drawing): NewIssue {
  const open = issues.filter((offer) => offerPhase(offer, now) === 'open')
  const paidInPart = open.filter(({ prefunded }) => prefunded < rateOf('1'))
  if (paidInPart.length > 0 && random.percent(40)) return random.pick(paidInPart)
  if (open.length > 0 && random.percent(90)) return random.pick(open)
  return random.pick(issues.toSorted((one, other) => other.publishedAt - one.publishedAt).slice(0, 8))
}

function drawApplying(drawing: Drawing): Intent {
  const { user: userId } = drawing.standing
  const { now: at } = drawing
  const offer = drawOffer(drawing)
  const asked = drawShares(drawing, offer)
  return {
    user: userId,
    text: `applies for ${asked} of issue ${offer.id}`,
    call: calls.offerings.apply,
    effect: 'application',
    about: offer.id,
    send: ({ offerings }, request) =>
      offerings.applications.send({ kind: 'apply', userId, request, offer, quantity: asked, at, language }),
  }
}

function drawAdding(drawing: Drawing, id: number, offer: NewIssue): Intent {
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

/** Draws the next intent of a user about new issues: mostly valid, sometimes about an application of somebody else or an ended one. */
export function drawNewIssue(drawing: Drawing): Intent {
  const { random, standing, strange, issues } = drawing
  const { applications } = standing
  const drawn = random.below(100)
  if (drawn < 3 && strange.applications.length > 0) return drawCancelling(drawing, random.pick(strange.applications))
  if (drawn < 6 && strange.applications.length > 0)
    return drawAdding(drawing, random.pick(strange.applications), drawOffer(drawing))
  if (drawn < 45 || applications.length === 0) return drawApplying(drawing)
  const unpaid = applications.find(({ status }) => status === 'unpaid')
  if (unpaid !== undefined && random.percent(60)) return drawPaying(drawing, unpaid)
  const application = random.pick(applications)
  const offer = issues.find(({ id }) => id === application.offer) ?? drawOffer(drawing)
  if (random.percent(60)) return drawAdding(drawing, application.id, offer)
  return random.percent(70) ? drawCancelling(drawing, application.id) : drawPaying(drawing, application)
}
