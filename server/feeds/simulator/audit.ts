import { type DayNumber, isoDate, utcDay } from '@mex/core/time-zone.ts'
import { commitmentDays, type DaySecrets, lastPublicDay, type RevealedSecret, revealedSecrets } from './day-secrets.ts'
import type { Engine } from './engine.ts'
import type { Path, PathState } from './path.ts'

/** A published commitment to the secret of one day (rulebook §13.6, §30). */
export type Commitment = { readonly date: string; readonly commitment: string }
/** The state of every path before a day, by path id. With the day's secret it determines every price of the day. */
export type MarketStates = { readonly date: string; readonly states: Readonly<Record<number, PathState>> }

export type Audit = {
  readonly masterCommitment: string
  /** The commitments of the 35 days after the day of `now`. */
  commitments(now: number): readonly Commitment[]
  /** The secrets from the day `from` on that are public at `now`, oldest first. Empty when there are none. */
  revealed(from: DayNumber, now: number): readonly RevealedSecret[]
  /** The states before `day`; undefined while the day before it is still secret at `now`. */
  statesBefore(day: DayNumber, now: number): MarketStates | undefined
}

/** `firstDay` is the UTC day of the installation's first start: days before it are public from the beginning. */
export function openAudit(
  secrets: DaySecrets,
  engine: Engine,
  paths: () => readonly Path[],
  firstDay: DayNumber,
): Audit {
  return {
    masterCommitment: secrets.masterCommitment,
    commitments(now) {
      const today = utcDay(now)
      return Array.from({ length: commitmentDays }, (_, index) => ({
        date: isoDate(today + 1 + index),
        commitment: secrets.commitmentOf(today + 1 + index),
      }))
    },
    revealed: (from, now) =>
      revealedSecrets(secrets, { firstStart: firstDay, from: Math.max(from, engine.epoch), now }),
    statesBefore(day, now) {
      if (day <= engine.epoch || day - 1 > lastPublicDay(firstDay, now)) return undefined
      return readStates(engine, paths(), day)
    },
  }
}

/** The states of all paths before a day, for a checkpoint. They must stay private while the day before is secret. */
export function readStates(engine: Engine, paths: readonly Path[], day: DayNumber): MarketStates {
  const states: Record<number, PathState> = {}
  for (const path of paths) {
    const state = engine.chainOf(path).stateBefore(day)
    if (state !== undefined) states[path.id] = state
  }
  return { date: isoDate(day), states }
}

/** States by path, for the engine. A path that is missing from the states starts at the epoch. */
export function statesByPath(states: MarketStates, paths: readonly Path[]): ReadonlyMap<Path, PathState> {
  return new Map(
    paths.flatMap((path) => {
      const state = states.states[path.id]
      return state === undefined ? [] : [[path, state] as const]
    }),
  )
}
