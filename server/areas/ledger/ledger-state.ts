/** The ledger as the last check found it. */
export type LedgerState = {
  /** While it is wrong no new orders are accepted (rulebook §8.5). */
  isConsistent: boolean
  /** Undefined before the end of the first check of this process. */
  lastCheck?: LedgerCheck | undefined
}

export type LedgerCheck = {
  /** Milliseconds of `performance.now()`. */
  readonly endedAt: number
  readonly seconds: number
  readonly findings: number
}
