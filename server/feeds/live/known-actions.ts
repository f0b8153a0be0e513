import type { CorporateAction } from '@mex/core/market/corporate-actions.ts'

/** A dividend or a split of a share, as it became known here. */
export type LearnedAction = { readonly key: string; readonly action: CorporateAction }

/** The stored dividends and splits in memory. */
export type KnownActions = {
  /** By ex instant. */
  of(this: void, key: string): readonly CorporateAction[]
  /** Whether a dividend or a split of that day is known, by whatever terms. */
  has(this: void, learned: LearnedAction): boolean
  /** When the newest of them was declared; -Infinity without any. */
  newest(this: void): number
  /** Adds what is stored; what is known already stays as it is. */
  add(learned: readonly LearnedAction[]): void
}

const none: readonly CorporateAction[] = []

export function openKnownActions(): KnownActions {
  const byKey = new Map<string, readonly CorporateAction[]>()
  let newest = -Infinity
  const of = (key: string): readonly CorporateAction[] => byKey.get(key) ?? none
  const has = ({ key, action }: LearnedAction): boolean =>
    of(key).some(({ kind, exDate }) => kind === action.kind && exDate === action.exDate)
  return {
    of,
    has,
    newest: () => newest,
    add(learned) {
      for (const one of learned) {
        if (has(one)) continue
        newest = Math.max(newest, one.action.declaredAt)
        byKey.set(
          one.key,
          [...of(one.key), one.action].toSorted((left, right) => left.exAt - right.exAt),
        )
      }
    },
  }
}
