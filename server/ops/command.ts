import type { Randomness } from '#randomness.ts'
import { parseInstant } from '#clock.ts'
import type { Database } from '#db/sql.ts'
import type { Installation } from './installation.ts'

/** Dependencies of a command. */
export type Tools = {
  readonly installation: Installation
  readonly db: Database
  readonly randomness: Randomness
  /** Market time of the running server (epoch milliseconds). */
  readonly now: number
  /** Epoch milliseconds of the wall clock, by which sessions expire. */
  readonly wallNow: number
  /** Speed of the market clock relative to the wall clock. */
  readonly speed: number
  /** The operator: the user of the operating system, and the name of `--as`. */
  readonly author: string
  /** The value of `--reason`; never empty for a command that changes something. */
  readonly reason: string
}

export type Given = {
  /** In the order of the usage line. */
  readonly arguments: readonly string[]
  readonly options: Readonly<Record<string, string | boolean | undefined>>
}

export type Outcome = {
  /** False if a check found differences or the command was declined: the exit code is then 1. */
  readonly isSuccess: boolean
  /** Text output. */
  readonly lines: readonly string[]
  /** Output of `--json`. */
  readonly data: Readonly<Record<string, unknown>>
}

export type Option = { readonly type: 'string' | 'boolean'; readonly about: string; readonly value?: string }

/** One command of the operator's command line. */
export type Command = {
  /** The words of the command line, such as 'sessions revoke'. */
  readonly name: string
  /** One sentence. */
  readonly about: string
  /** The arguments, such as 'USER'; optional ones are in brackets. */
  readonly takes: readonly string[]
  readonly options?: Readonly<Record<string, Option>>
  readonly examples: readonly string[]
  /** Whether it changes anything: then `--reason` is required. */
  readonly changes: boolean
  /** Runs without tables, and is recorded after it ran instead of before. */
  readonly startsEmpty?: boolean
  run(tools: Tools, given: Given): Promise<Outcome>
}

/** An invalid command line; the exit code is 2. */
export class WrongUsage extends Error {
  override readonly name = 'WrongUsage'
}

const controls = /(?!\n)[\p{Cc}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/gu

/** Removes control and bidirectional characters, so that a text of a user, also a header, cannot control the operator's terminal. */
export const withoutControls = (text: string): string => text.replaceAll(controls, ' ')

/** The same for JSON, whose texts keep their characters. */
export const escapedControls = (json: string): string =>
  json.replaceAll(controls, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const done = (line: string, data: Outcome['data'] = {}): Outcome => ({ isSuccess: true, lines: [line], data })

/** Formats rows as columns of text, each as wide as its widest cell. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => (row[index] ?? '').length)))
  return rows.map((row) =>
    row
      .map((cell, index) => cell.padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd(),
  )
}

/** Lists rows below their headings; `none` is the line for no rows. */
export const listed = (
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  none: string,
  data: Outcome['data'],
): Outcome => ({ isSuccess: true, lines: rows.length === 0 ? [none] : table([headings, ...rows]), data })

/** The text of an option; undefined if it was not given. */
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

/** A required option as epoch milliseconds. */
export function neededInstant(given: Given, name: string): number {
  const text = neededOption(given, name)
  const instant = instantPattern.test(text) ? parseInstant(text) : undefined
  if (instant === undefined)
    throw new WrongUsage(`--${name} must be an instant such as 2026-12-01T00:00:00Z, not "${text}".`)
  return instant
}
