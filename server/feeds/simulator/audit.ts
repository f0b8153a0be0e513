import { type DayNumber, isoDate, utcDay } from '@mex/core/time-zone.ts'
import { commitmentDays, type DaySecrets, lastPublicDay, type RevealedSecret, revealedSecrets } from './day-secrets.ts'
import type { Engine } from './engine.ts'
import type { Path, PathState } from './path.ts'

/** The public side of the day secrets (rulebook §13.6, §30): what is promised, and what has been told. */
export type Commitment = { readonly date: string; readonly commitment: string }
/** Every path's state before a day, by path id: with the day's secret it gives every price of the day. */
export type MarketStates = { readonly date: string; readonly states: Readonly<Record<number, PathState>> }

export type Audit = {
  readonly masterCommitment: string
  /** The commitments of the days after the one of `now`, 35 of them. */
  commitments(now: number): readonly Commitment[]
  /** The secrets that may be told at `now` of days from `from` on, oldest first. Empty when there are none. */
  revealed(from: DayNumber, now: number): readonly RevealedSecret[]
  /** Undefined while a day before it is still secret at `now`. */
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

/** The states of all paths before a day; for one's own checkpoint, so nobody else may see those of a secret day. */
export function readStates(engine: Engine, paths: readonly Path[], day: DayNumber): MarketStates {
  const states: Record<number, PathState> = {}
  for (const path of paths) {
    const state = engine.chainOf(path).stateBefore(day)
    if (state !== undefined) states[path.id] = state
  }
  return { date: isoDate(day), states }
}

/** States as the engine takes them; paths that the states do not know begin at their epoch. */
export function statesByPath(states: MarketStates, paths: readonly Path[]): ReadonlyMap<Path, PathState> {
  return new Map(
    paths.flatMap((path) => {
      const state = states.states[path.id]
      return state === undefined ? [] : [[path, state] as const]
    }),
  )
}
