import * as z from 'zod/mini'
import type { Money } from '@mex/core/money/money.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import { parseIsoDate } from '@mex/core/time-zone.ts'

import { languages } from './language.ts'
import { maybe, orElse } from './request.ts'
import { amount, integer, refusalWord } from './wire.ts'

/**
 * Request fields that belong to no area, and building blocks for the fields of areas: each has its rule and the refusal that
 * a bad value gets (specification, calls Q). The forms of the web use the same schemas, so a person reads the same words before
 * and after sending.
 */

type TextRule = {
  readonly max: number
  readonly pattern?: RegExp
  /** When the field is left out. */
  readonly missing?: RefusalWord
  /** When it is no text, or does not match. */
  readonly wrong?: RefusalWord
  readonly long?: RefusalWord
}

/**
 * One line without hidden characters. Control characters and halves of surrogate pairs cannot be stored. Invisible
 * characters (zero-width signs, fillers) and changes of the reading direction make two different names look alike, or an
 * address like another one. The only one allowed is the variation selector that makes a pictograph colourful.
 */
export const printable =
  /^(?:[^\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?<=\p{Extended_Pictographic})\ufe0f)*$/u
/** Characters that can be stored and shown. */
export const storable = /^[^\p{Cc}\p{Cs}]*$/u

/** A text; the length counts before the pattern. */
/* @__NO_SIDE_EFFECTS__ */
export function text({ max, pattern = printable, missing, wrong = 'invalid_parameter', long = wrong }: TextRule) {
  return z
    .string({ error: (issue) => refusalWord(issue.input === undefined ? (missing ?? wrong) : wrong) })
    .check(z.trim(), z.maxLength(max, { error: refusalWord(long) }), z.regex(pattern, { error: refusalWord(wrong) }))
}

/** One of some words. */
/* @__NO_SIDE_EFFECTS__ */
export const words = <const Options extends readonly string[]>(
  options: Options,
  wrong: RefusalWord = 'invalid_parameter',
) => z.enum(options, { error: refusalWord(wrong) })

/** The id of a row of the user, or of a published one; anything that cannot be an id is refused as `not_found`. */
/* @__NO_SIDE_EFFECTS__ */
export const idOf = (word: RefusalWord) => integer(word).check(z.refine((id) => id > 0, { error: refusalWord(word) }))
export const id = idOf('not_found')
/** Ids of several rows of the user. */
export const rowIds = z
  .array(id, { error: refusalWord('invalid_parameter') })
  .check(z.maxLength(200, { error: refusalWord('invalid_parameter') }))

/** The number of a page of a list, from 1. */
const pageNumber = integer().check(
  z.refine((page) => page >= 1 && page <= 1_000_000, { error: refusalWord('invalid_parameter') }),
)
export const pageSizeMax = 50

/** Larger pages are cut, not refused. */
const pageSize = z.codec(integer(), z.custom<number>(), {
  decode: (size, context) => {
    if (size >= 1) return Math.min(size, pageSizeMax)
    context.issues.push({ code: 'custom', input: size, message: refusalWord('invalid_parameter') })
    return z.NEVER
  },
  encode: (size) => size,
})

/** Paging of a list: page 1 of 10 rows by default. */
export const paging = { pageNum: orElse(pageNumber, 1), pageSize: orElse(pageSize, 10) }
/** Paging of a list that is complete, up to 200 rows, unless the client requests a page. */
export const optionalPaging = { pageNum: maybe(pageNumber), pageSize: maybe(pageSize) }
/** How many rows of a top list. */
export const rowLimit = orElse(pageSize, 20)

export const keyword = text({ max: 50, long: 'text_too_long' })

export const money: z.ZodMiniType<Money> = amount

const zonePattern = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/
const offsetPattern = /^[+-](0\d|1[0-4]):[0-5]\d$/

function isTimeZone(name: string): boolean {
  if (offsetPattern.test(name)) return true
  if (!zonePattern.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Name of the time zone database or ±hh:mm, positive east of Greenwich. */
export const timeZone = text({ max: 60 }).check(z.refine(isTimeZone, { error: refusalWord('invalid_parameter') }))
/** YYYY-MM from 1900 to 2999: with any time zone all its instants have a year of four digits, as dates of the database do. */
export const month = text({ max: 7, pattern: /^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])$/ })
/** YYYY-MM-DD of the same years, a day that exists. */
export const date = text({ max: 10, pattern: /^(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$/ }).check(
  z.refine((given) => parseIsoDate(given) !== undefined, { error: refusalWord('invalid_parameter') }),
)

const secondsMax = 9_999_999_999
/** An instant in a request: 10 digits of epoch seconds on the wire, epoch milliseconds in the program. */
export const instant = z.codec(integer(), z.number(), {
  decode: (seconds, context) => {
    if (seconds >= 0 && seconds <= secondsMax) return seconds * 1000
    context.issues.push({ code: 'custom', input: seconds, message: refusalWord('invalid_parameter') })
    return z.NEVER
  },
  encode: (milliseconds) => Math.floor(milliseconds / 1000),
})

export const language = words(languages)

export const name = text({ max: 50, long: 'text_too_long' })
