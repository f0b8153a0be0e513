import { sql, type Fragment } from './sql.ts'

/**
 * The personal data of an area: every user can export it, and after an account has closed it is erased (rulebook §4.1,
 * §30). A test reports a table with user data that is in no area's list.
 */
export type OwnData = {
  /** The tables of the area that have a row's person in `user_id` (`app_user` itself: in `id`). */
  readonly tables: readonly string[]
  /** Lists of the copy: a statement gives the rows of one person, its columns are the names in the file. */
  readonly copy: Readonly<Record<string, (userId: number) => Fragment>>
  /** What must be over before an account may close, besides money and contracts: a statement with a row for each. */
  readonly pending?: (userId: number) => Fragment
  /** Statements that erase what says who somebody was, in order; the ledger and the trades keep the internal number. */
  readonly erase: (userIds: readonly number[], now: string) => readonly Fragment[]
}

/** Cents as a decimal text, for data exports. */
export const centsAsText = (column: string): Fragment => sql`round(${sql.ref(column)} / 100, 2)::text`
/** Raw units of 8 decimals as a decimal text. */
export const unitsAsText = (column: string): Fragment => sql`trim_scale(${sql.ref(column)} / 100000000)::text`
