import type { About } from './market.ts'

/**
 * Bugs that the simulation must find. Each is a change of one place in a source file, made while a separate process loads
 * that file, or a change of the tables of that process' database. A place that no longer exists is an error.
 */
export type Planted = {
  readonly name: string
  /** From the root of the repository. */
  readonly file?: string
  readonly from?: string
  readonly to?: string
  /** SQL that spoils the tables. */
  readonly spoil?: string
  /** Where the runs begin, for a rare event; 1 unless given. */
  readonly firstSeed?: number
  /** Looked for whenever all tests run, one for each part of the invariants; the others by `npm run chaos`. */
  readonly isCommon?: boolean
  /** What the runs are about, beside trading and funding. */
  readonly about?: About
  /** How many servers accept the commands; one unless given. */
  readonly servers?: number
  /** Whether an operator halts trading now and then. */
  readonly halting?: boolean
  /** What the simulation says when it finds it. */
  readonly found: RegExp
}
