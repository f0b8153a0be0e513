import type { Planted } from './planted-bug.ts'

const rules = 'core/offerings/application.ts'

const bugs: readonly Omit<Planted, 'about'>[] = [
  {
    name: 'a refund that is a cent short',
    file: rules,
    from: 'const cost = allotmentCost(price, allotted, { ...offer, conversionRate })\n  if (cost.cost <= paid)',
    to: `const right = allotmentCost(price, allotted, { ...offer, conversionRate })
  const more = (amount: Money): Money => (amount + 1n) as Money
  const cost = { ...right, cost: more(right.cost), margin: more(right.margin) }
  if (cost.cost <= paid)`,
    found: /^application \d+: (cost|refund) is |^journal \d+ \(E53\) of application /,
  },
  {
    name: 'a refund that keeps the money of a cancelled application in part',
    file: rules,
    from: "status: 'cancelled', refund: paid,",
    to: "status: 'cancelled', refund: paid, paid: (paid + 1n) as Money,",
    found: /^issues: application \d+ took /,
  },
  {
    name: 'an application that is allotted twice',
    isCommon: true,
    file: rules,
    from: "if (!applicationStates.can(application.status, 'allot') || at < offer.allotsAt) return undefined",
    to: 'if (at < offer.allotsAt) return undefined',
    found: /^failure: .*(E53:\d+:settle|nothing is posted twice)/,
  },
  {
    name: 'shares for an application that was cancelled',
    file: rules,
    from: "application: { ...application, status: 'cancelled', refund: paid,",
    to: 'application: { ...application, refund: paid,',
    found: /^I5: |^failure: |^acknowledged before its commit/,
  },
  {
    name: 'an application after the close',
    file: rules,
    from: 'if (!isOpenAt(offer, at)) return closed(offer)',
    to: 'if (at < offer.startsAt) return closed(offer)',
    found: /while the offer was closed/,
  },
  {
    name: 'more shares after the close',
    file: rules,
    from: "if (!applicationStates.can(application.status, 'top_up') || !isOpenAt(offer, at)) return",
    to: "if (!applicationStates.can(application.status, 'top_up')) return",
    found: /while the offer was closed/,
  },
  {
    name: 'a cancel after the close',
    file: rules,
    from: "if (!applicationStates.can(status, 'cancel') || at >= offer.endsAt)",
    to: "if (!applicationStates.can(status, 'cancel'))",
    found: /was cancelled after the close/,
  },
  {
    name: 'a payment after the deadline',
    firstSeed: 18,
    file: rules,
    from: "if (!applicationStates.can(application.status, 'pay') || until === undefined || at >= until)",
    to: "if (!applicationStates.can(application.status, 'pay') || until === undefined)",
    found: /was paid after the deadline/,
  },
  {
    name: 'all shares for who did not pay',
    file: rules,
    from: 'const allotted = sharesOf(offer, lots)\n  const cost = lots === 0',
    to: 'const { allotted } = application\n  const cost = lots === 0',
    found: /^failure: |was allotted \d+/,
  },
  {
    name: 'a draw before its time',
    file: 'server/areas/offerings/draws.ts',
    from: 'if (offer.allotsAt <= now && (await draw(offer, now)))',
    to: 'if (await draw(offer, now))',
    found: /was made before its time/,
  },
  {
    name: 'a listing before its time',
    file: 'server/areas/trading/allotted-positions.ts',
    from: 'expires_at <= ${isoInstant(now)} order by',
    to: 'expires_at <= ${isoInstant(now + 30 * 86_400_000)} order by',
    found: /before its listing/,
  },
  {
    name: 'a position that is open before it is listed',
    file: 'core/offerings/position.ts',
    from: "state: at < lockedUntil ? 'LOCKED' : 'OPEN'",
    to: "state: 'OPEN'",
    found: /before its listing/,
  },
  {
    name: 'a result that depends on who else applied',
    isCommon: true,
    file: 'server/areas/offerings/jobs.ts',
    from: 'drawOne(result.book, result.draw.key, { id, lots',
    to: 'drawOne(result.book, result.draw.key, { id: commands[0]?.id ?? id, lots',
    found: /^application \d+: drew /,
  },
  {
    name: 'a book in which people compete',
    file: 'core/offerings/draw.ts',
    from: 'const applications = others.toSpliced(place, 0, own)',
    to: `const applications = others as Ranked[]
  applications.splice(place, 0, own)`,
    found: /alone it draws|^application \d+: drew /,
  },
  {
    name: 'two applications of one person',
    file: rules,
    from: "if (facts.hasApplied) return refusal('already_subscribed')",
    to: '',
    found: /application_once|has \d+ applications/,
  },
  {
    name: 'an application without a verified identity',
    file: rules,
    from: 'if (facts.permission !== undefined) return facts.permission',
    to: '',
    found: /who is not verified/,
  },
]

/** Bugs of new issues that the simulation must find. */
export const plantedIssues: readonly Planted[] = bugs.map((bug) => ({ ...bug, about: 'new issues' }))
