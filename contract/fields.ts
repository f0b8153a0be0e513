import { classifications, markets, sources, type Market, type Source } from '@mex/core/market/instrument.ts'
import { walletCurrencies, type Money, type Price, type Quantity } from '@mex/core/money/money.ts'
import { directionNumbers, orderTypeNumbers, purposeNumbers, sideNumbers } from '@mex/core/trading/orders.ts'
import { passwordLengths } from '@mex/core/account/passwords.ts'
import { periods } from '@mex/core/market/quote.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import { parseIsoDate } from '@mex/core/time-zone.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'
import * as z from 'zod/mini'

import { languages } from './language.ts'
import { maybe, orElse } from './request.ts'
import { walletChoiceNumbers } from './shapes.ts'
import { amount, coded, integer, named, oneOf, price as anyPrice, quantity as anyQuantity, says } from './wire.ts'

/**
 * Every request field with its rule and the refusal that a bad value gets (specification, calls Q). The forms of the web use the
 * same schemas, so a person reads the same words before and after sending.
 */

type TextRule = {
  readonly most: number
  readonly pattern?: RegExp
  /** When the field is left out. */
  readonly missing?: RefusalWord
  /** When it is no text, or does not match. */
  readonly wrong?: RefusalWord
  readonly long?: RefusalWord
}

/**
 * One line that reads as it is written. Control characters and halves of surrogate pairs cannot be stored. What nobody
 * sees (zero-width signs, fillers) or what turns the direction of reading lets two different names look alike, or an
 * address like another one. The one invisible sign that is allowed makes a pictograph colourful.
 */
const printable =
  /^(?:[^\p{Cc}\p{Cs}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?<=\p{Extended_Pictographic})\ufe0f)*$/u
/** What can be stored and shown at all, in one line or in several. */
const storable = /^[^\p{Cc}\p{Cs}]*$/u
const storableLines = /^(?:[^\p{Cc}\p{Cs}]|[\t\n\r])*$/u

/** A text; the length counts before the pattern. */
/* @__NO_SIDE_EFFECTS__ */
export function text({ most, pattern = printable, missing, wrong = 'invalid_parameter', long = wrong }: TextRule) {
  return z
    .string({ error: (issue) => says(issue.input === undefined ? (missing ?? wrong) : wrong) })
    .check(z.trim(), z.maxLength(most, { error: says(long) }), z.regex(pattern, { error: says(wrong) }))
}

/** One of some words. */
/* @__NO_SIDE_EFFECTS__ */
export const words = <const Options extends readonly string[]>(
  options: Options,
  wrong: RefusalWord = 'invalid_parameter',
) => z.enum(options, { error: says(wrong) })

/**
 * A password that was chosen before: every character that one may be chosen with, also one that nobody sees, and as many
 * of them. Those of pictographs count twice here.
 */
/* @__NO_SIDE_EFFECTS__ */
export const enteredPassword = (wrong?: RefusalWord) =>
  text({ most: 2 * passwordLengths.strict.most, pattern: storable, missing: 'missing_field', ...(wrong && { wrong }) })

/** What a person signs in with: a user ID or an e-mail. Whether it can exist is not said before the password is. */
export const loginName = text({ most: 50, missing: 'missing_field', wrong: 'wrong_credentials' })
export const loginPassword = enteredPassword('wrong_credentials')

/** What somebody says in the chat. That it is not too long is decided on the server, which counts letters. */
export const chatText = z.string().check(z.maxLength(2000), z.regex(storableLines))

/** The own password, said once more. */
export const ownPassword = enteredPassword('wrong_password')

/** Kept in lower case, so that one address is one account. */
export const email = text({ most: 50, pattern: /^[^@\s]+@[^@\s]+$/u, missing: 'missing_field' }).check(
  z.regex(printable, { error: says('invalid_parameter') }),
  z.toLowerCase(),
)
export const emailCode = text({ most: 6, pattern: /^[0-9]{6}$/, missing: 'missing_field', wrong: 'code_incorrect' })
export const emailCodePurpose = words(['register', 'resetPassword', 'payPassword'])

/** Six characters of Crockford's base 32; small letters are read as capitals. */
export const invitationCode = z
  .string({ error: says('invitation_invalid') })
  .check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-HJKMNP-TV-Z]{6}$/, { error: says('invitation_invalid') }))

const yes = ['true', '1']
/** Consent: only a yes passes. */
export const agree = z.codec(z.unknown(), z.custom<true>(), {
  decode: (given, context) => {
    if (given === true || given === 1 || (typeof given === 'string' && yes.includes(given))) return true as const
    context.issues.push({ code: 'custom', input: given, message: says('agreement_missing') })
    return z.NEVER
  },
  encode: () => true,
})

/** A row of somebody's own, or a published one; anything that cannot be an id is not found. */
/* @__NO_SIDE_EFFECTS__ */
export const idOf = (word: RefusalWord) => integer(word).check(z.refine((id) => id > 0, { error: says(word) }))
export const id = idOf('not_found')
/** Some rows of somebody's own at once. */
export const rowIds = z
  .array(id, { error: says('invalid_parameter') })
  .check(z.maxLength(200, { error: says('invalid_parameter') }))

/** The number of a page of a list, from 1. */
const pageNumber = integer().check(
  z.refine((page) => page >= 1 && page <= 1_000_000, { error: says('invalid_parameter') }),
)
export const pageSizeMost = 50

/** Larger pages are cut, not refused. */
const pageSize = z.codec(integer(), z.custom<number>(), {
  decode: (size, context) => {
    if (size >= 1) return Math.min(size, pageSizeMost)
    context.issues.push({ code: 'custom', input: size, message: says('invalid_parameter') })
    return z.NEVER
  },
  encode: (size) => size,
})

/** Paging of a list: page 1 of 10 rows unless it is said. */
export const paging = { pageNum: orElse(pageNumber, 1), pageSize: orElse(pageSize, 10) }
/** Paging of a list that comes whole, up to 200 rows, unless a page is asked for. */
export const optionalPaging = { pageNum: maybe(pageNumber), pageSize: maybe(pageSize) }
/** How many rows of a top list. */
export const rowLimit = orElse(pageSize, 20)

export const keyword = text({ most: 50, long: 'text_too_long' })

const columns = { change_ratio: 'changeRatio', volume: 'volume', price_nominal: 'last', name: 'name' } as const
type WireColumn = keyof typeof columns
/** The column that a list of quotes is sorted by. */
export type SortColumn = (typeof columns)[WireColumn]
const wireColumns = Object.keys(columns) as WireColumn[]
const sort = z.codec(words(wireColumns), z.custom<SortColumn>(), {
  decode: (wire) => columns[wire],
  encode: (column) => wireColumns.find((wire) => columns[wire] === column) ?? 'name',
})

/** What every list of quotes understands (specification, calls F). */
export const searching = { keyword: maybe(keyword), sort: maybe(sort), order: maybe(words(['asc', 'desc'])) }

const codePattern = /^[A-Za-z0-9.^=_-]{1,20}$/
/** The code of an instrument; whether it is known is decided by the market. */
export const code = text({ most: 20, pattern: codePattern, wrong: 'unknown_instrument' })
/* @__NO_SIDE_EFFECTS__ */
export const market = (wrong: RefusalWord) => words(markets, wrong) as z.ZodMiniType<Market, Market>
export const classify = words(classifications, 'not_tradable')
/* @__NO_SIDE_EFFECTS__ */
export const source = (word: RefusalWord) => oneOf(Object.values(sources), word) as z.ZodMiniType<Source>

/** Names one instrument where it is only looked at. */
export const lookup = { code: named('stockCode', code), market: maybe(market('unknown_instrument')) }

export const side = coded(sideNumbers)
export const direction = coded(directionNumbers)
export const orderType = coded(orderTypeNumbers)
/** Whether an order opens a position or closes one. */
export const purpose = coded(purposeNumbers)

export const leverageSteps = [1, 2, 3, 5, 10, 20, 30] as const
/**
 * One of the steps, or 0 for whatever is none of them. It is not refused here: the refusal names the instrument's own
 * maximum, which the order check alone knows.
 */
export const leverage = z.codec(z.union([z.string(), z.number(), z.unknown()]), z.custom<number>(), {
  decode: (wire) => leverageSteps.find((step) => step === wire || String(step) === wire) ?? 0,
  encode: (step) => step,
})

/** Shares, contracts or lots, more than nothing; whether it is a multiple of the lot is decided by the market. */
export const quantity: z.ZodMiniType<Quantity> = anyQuantity.check(
  z.refine((given) => given > 0n, { error: says('quantity_missing') }),
)
export const limit: z.ZodMiniType<Price> = anyPrice.check(
  z.refine((given) => given > 0n, { error: says('invalid_parameter') }),
)
export const money: z.ZodMiniType<Money> = amount

const walletChoices = Object.keys(walletChoiceNumbers) as (keyof typeof walletChoiceNumbers)[]
/** A wallet, or all of them together. */
export type WalletChoice = keyof typeof walletChoiceNumbers

/* @__NO_SIDE_EFFECTS__ */
function walletField<Choice extends WalletChoice>(accepts: (choice: WalletChoice) => choice is Choice) {
  return z.codec(z.union([z.string(), z.number()], { error: says('unknown_wallet') }), z.custom<Choice>(), {
    decode: (wire, context) => {
      const given = String(wire).toUpperCase()
      const found = walletChoices.find((choice) => choice === given || String(walletChoiceNumbers[choice]) === given)
      if (found !== undefined && accepts(found)) return found
      context.issues.push({ code: 'custom', input: wire, message: says('unknown_wallet') })
      return z.NEVER
    },
    encode: (choice) => walletChoiceNumbers[choice],
  })
}

/** One wallet, by number or name; the number goes out. */
export const walletType = walletField((choice): choice is Wallet => choice !== 'OVERVIEW')
/** One wallet, or 0 for the overview of all. */
export const walletOrOverview = walletField((choice): choice is WalletChoice => choice in walletChoiceNumbers)

export const currency = words(walletCurrencies, 'currency_missing')

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
export const timeZone = text({ most: 60 }).check(z.refine(isTimeZone, { error: says('invalid_parameter') }))
/** YYYY-MM from 1900 to 2999: with any time zone all its instants have a year of four digits, as dates of the database do. */
export const month = text({ most: 7, pattern: /^(19|2[0-9])[0-9]{2}-(0[1-9]|1[0-2])$/ })
/** YYYY-MM-DD of the same years, a day that exists. */
export const date = text({ most: 10, pattern: /^(19|2[0-9])[0-9]{2}-[0-9]{2}-[0-9]{2}$/ }).check(
  z.refine((given) => parseIsoDate(given) !== undefined, { error: says('invalid_parameter') }),
)

const secondsMost = 9_999_999_999
/** An instant in a request: 10 digits of epoch seconds on the wire, epoch milliseconds in the program. */
export const instant = z.codec(integer(), z.number(), {
  decode: (seconds, context) => {
    if (seconds >= 0 && seconds <= secondsMost) return seconds * 1000
    context.issues.push({ code: 'custom', input: seconds, message: says('invalid_parameter') })
    return z.NEVER
  },
  encode: (milliseconds) => Math.floor(milliseconds / 1000),
})

export const klinePeriod = words(periods)
export const quoteId = text({ most: 100, pattern: /^[A-Za-z0-9.:^=_@/-]+$/, wrong: 'not_found' })
export const language = words(languages)
/** How much of a position or of the money: half of it or all. */
export const portion = words(['half', 'full'])
export const name = text({ most: 50, long: 'text_too_long' })

/** A file of a form as it came, and the name that it had. */
export type FormFile = { readonly bytes: Uint8Array; readonly name: string }

const isFormFile = (given: unknown): given is FormFile =>
  typeof given === 'object' && given !== null && 'bytes' in given && given.bytes instanceof Uint8Array
/** The file of a form; JSON has none. What it must be is decided by its content. */
export const formFile = z.custom<FormFile>(isFormFile, { error: says('upload_failed') })
/** A file written as a data URL. */
export const formFileText = z.string({ error: says('upload_failed') })
/** Only repeated to whoever sent it: as the person's system calls the file, which may well use invisible signs. */
export const fileName = text({ most: 200, pattern: storable })
/** The address of a picture that was handed in (specification, calls E). */
export const imagePath = text({
  most: 100,
  pattern: /^\/file\/[A-Za-z0-9_-]{22}$/,
  missing: 'missing_field',
  wrong: 'missing_field',
})
