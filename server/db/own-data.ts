import { sql, type Fragment } from './sql.ts'

/**
 * What an area keeps about people: everybody can have a copy of the own, and after an account has closed what connects it
 * with somebody is erased (rulebook §4.1, §30). A test says when a table with people in it is in no area's list.
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

/** Cents as a decimal text, in a copy that people read. */
export const centsAsText = (column: string): Fragment => sql`round(${sql.ref(column)} / 100, 2)::text`
/** Raw units of 8 decimals as a decimal text. */
export const unitsAsText = (column: string): Fragment => sql`trim_scale(${sql.ref(column)} / 100000000)::text`
