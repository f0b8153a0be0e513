import { bondRules, settlementDay, type Bond } from '@mex/core/bonds/bond.ts'
import { bondQuote, type BondPhase, type BondQuote } from '@mex/core/bonds/quote.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import type { Feed } from '#feeds/feed.ts'

/** A market of bonds at an instant: the same for everybody. */
export type BondsAt = {
  readonly settles: (bond: Bond) => DayNumber
  readonly phase: (bond: Bond) => BondPhase
  /** The quote in force; undefined where a trade of now would settle at maturity or after it, or no curve is known. */
  readonly quote: (bond: Bond) => BondQuote | undefined
}

/** The last quote of each bond: it changes with the minute of the curve. */
const known = new WeakMap<Bond, BondQuote>()

export function bondsAt({ bonds }: Pick<Feed, 'bonds'>, now: number): BondsAt {
  const settles = ({ kind }: Bond): DayNumber => settlementDay(bonds.calendar(bondRules[kind].country), now)
  const phase = ({ kind }: Bond): BondPhase => bonds.phase(bondRules[kind].country, now)
  return {
    settles,
    phase,
    quote(bond) {
      const curve = bonds.curve(bondRules[bond.kind].country, now)
      const given = { phase: phase(bond), settles: settles(bond) }
      if (curve === undefined || given.settles >= bond.matures) return undefined
      const yearly = curve.yieldIn(bond.matures - given.settles)
      const last = known.get(bond)
      const isSame = last?.at === curve.at && last.phase === given.phase && last.settles === given.settles
      if (last !== undefined && isSame && last.yield === yearly) return last
      const quote = bondQuote(bond, { ...given, at: curve.at, yield: yearly })
      known.set(bond, quote)
      return quote
    },
  }
}

/** Whether a bond can be bought at an instant. */
export const isOffered = ({ offeredFrom, offeredUntil }: Bond, now: number): boolean =>
  now >= offeredFrom && now < offeredUntil
