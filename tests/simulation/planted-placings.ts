import type { Planted } from './planted-bug.ts'

const bugs: readonly Omit<Planted, 'about'>[] = [
  {
    name: 'a placing that allots a lot too many',
    file: 'server/areas/offerings/jobs.ts',
    from: "commands.push({ kind: 'allot', userId: user, id, at: now, lots, rank } as const)",
    to: "commands.push({ kind: 'allot', userId: user, id, at: now, lots: Math.min(lots + 1, lotsOf(offer, quantity)), rank } as const)",
    found: /^application \d+: drew |^issues: application \d+ (drew|got) /,
  },
  {
    name: 'a refund of a placing that is a cent short',
    file: 'core/offerings/application.ts',
    from: 'const cost = allotmentCost(price, allotted, { ...offer, conversionRate })\n  if (cost.cost <= paid)',
    to: `const right = allotmentCost(price, allotted, { ...offer, conversionRate })
  const more = (amount: Money): Money => (amount + 1n) as Money
  const cost = { ...right, cost: more(right.cost), margin: more(right.margin) }
  if (cost.cost <= paid)`,
    found: /^application \d+: (cost|refund) is |^journal \d+ \(E58\) of application /,
  },
  {
    name: 'a lock-up that ends a day early',
    file: 'server/areas/trading/allotted-positions.ts',
    from: 'expires_at <= ${isoInstant(now)} order by',
    to: 'expires_at <= ${isoInstant(now + 86_400_000)} order by',
    found: /before its listing or the end of its lock-up/,
  },
  {
    name: 'a new short under an offer',
    file: 'server/areas/trading/deciding.ts',
    from: "underOffer: direction === 'short' && isUnderOffer(engine.feed, key, now),",
    to: 'underOffer: false,',
    found: /^issues: order \d+ is short in .* under placing /,
  },
  {
    name: 'placings that are published unseen',
    file: 'server/feeds/simulator/placings.ts',
    from: 'let told: readonly Placing[] = []',
    to: 'let told: readonly Placing[] = known',
    found: /^issues: order \d+ is short in .* under placing /,
  },
  {
    name: 'a share of a placing that depends on who else applied',
    file: 'server/areas/offerings/jobs.ts',
    from: 'drawOne(result.book, result.draw.key, { id, lots',
    to: 'drawOne(result.book, result.draw.key, { id: commands[0]?.id ?? id, lots',
    found: /^application \d+: drew |alone it draws/,
  },
]

/** Bugs of placings that the simulation must find. */
export const plantedPlacings: readonly Planted[] = bugs.map((bug) => ({ ...bug, about: 'placings' }))
