import type { Chance } from '#chance.ts'
import { parseInstant } from '#clock.ts'
import type { Database } from '#db/sql.ts'
import type { Installation } from './installation.ts'

/** What a command works with. */
export type Tools = {
  readonly installation: Installation
  readonly db: Database
  readonly chance: Chance
  /** What the market clock of the running server reads (epoch milliseconds). */
  readonly now: number
  /** Epoch milliseconds of the wall clock, by which sessions run out. */
  readonly wallNow: number
  /** How many times faster than the wall clock it runs. */
  readonly speed: number
  /** Who called: the user of the operating system, and the name of `--as`. */
  readonly author: string
  /** Why; never empty for a command that changes something. */
  readonly reason: string
}

export type Given = {
  /** By the names of the usage line, in order. */
  readonly arguments: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

export type Outcome = {
  /** False when something differs or was declined: the process then ends with 1. */
  readonly isRight: boolean
  /** For people. */
  readonly lines: readonly string[]
  /** For programs (`--json`). */
  readonly data: Readonly<Record<string, unknown>>
}

export type Option = { readonly type: 'string' | 'boolean'; readonly about: string; readonly value?: string }

/** One command of the operator's command line. */
export type Command = {
  /** 'sessions revoke': what is typed. */
  readonly name: string
  /** One sentence. */
  readonly about: string
  /** The arguments, 'USER'; one that may be left out stands in brackets. */
  readonly takes: readonly string[]
  readonly options?: Readonly<Record<string, Option>>
  readonly examples: readonly string[]
  /** Whether it changes anything: then it asks for a reason. */
  readonly changes: boolean
  /** Works where there are no tables yet, and is written down afterwards. */
  readonly startsEmpty?: boolean
  run(tools: Tools, given: Given): Promise<Outcome>
}

/** What was typed makes no sense; the process ends with 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}

export const done = (line: string, data: Outcome['data'] = {}): Outcome => ({ isRight: true, lines: [line], data })

/** Rows as columns of text, each as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** A text of an option, or undefined. */
export function textOption({ options }: Given, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

export function neededOption(given: Given, name: string): string {
  const value = textOption(given, name)
  if (value === undefined || value === '') throw new WrongUsage(`--${name} is missing.`)
  return value
}

const instantPattern = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?Z$/

/** Epoch milliseconds of an option that has to be there. */
export function neededInstant(given: Given, name: string): number {
  const text = neededOption(given, name)
  const instant = instantPattern.test(text) ? parseInstant(text) : undefined
  if (instant === undefined)
    throw new WrongUsage(`--${name} is an instant such as 2026-12-01T00:00:00Z, not "${text}".`)
  return instant
}
