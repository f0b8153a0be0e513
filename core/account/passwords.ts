import type { RefusalWord } from '#refusal.ts'

/** `spec` keeps the spec's lengths and alphabet; `strict` is for servers that are open to others (rulebook §34-12). */
export type PasswordPolicy = 'spec' | 'strict'

/** Where a password is chosen: its length and letters depend on it (rulebook §4.5). */
export type PasswordUse = 'registration' | 'change' | 'company'

/** Why a password is refused. */
export type PasswordRule = PasswordUse | 'strict' | 'pay' | 'same_as_name' | 'same_as_login' | 'same_as_old' | 'common'

/** The marks that a password may have beside letters and digits (spec §5). */
export const passwordMarks = '!@#$%^&*-_™€<>+='

export const passwordLengths = {
  registration: { min: 4, max: 50 },
  change: { min: 6, max: 20 },
  company: { min: 8, max: 20 },
  strict: { min: 8, max: 128 },
  pay: { min: 6, max: 20 },
} as const satisfies Partial<Record<PasswordRule, { min: number; max: number }>>

/** Every character that can be typed; control characters and halves of pairs cannot be stored. */
const printable = /^[^\p{Cc}\p{Cs}]*$/u
const lettersAndMarks = /^[A-Za-z0-9!@#$%^&*\-_™€<>+=]*$/
const alphabets: Readonly<Record<keyof typeof passwordLengths, RegExp>> = {
  registration: lettersAndMarks,
  change: lettersAndMarks,
  company: /^[A-Za-z0-9]*$/,
  strict: printable,
  pay: printable,
}

/** Which lengths and letters hold for a password that is chosen here. */
export const passwordShape = (use: PasswordUse, policy: PasswordPolicy): PasswordUse | 'strict' =>
  policy === 'strict' ? 'strict' : use

/** Length in Unicode code points: a surrogate pair counts once. */
const lengthOf = (password: string): number => Array.from(password).length

export const hasAlphabet = (password: string, rule: keyof typeof passwordLengths): boolean =>
  alphabets[rule].test(password)

export function hasLength(password: string, rule: keyof typeof passwordLengths): boolean {
  const { min, max } = passwordLengths[rule]
  const length = lengthOf(password)
  return length >= min && length <= max
}

/** Whether a password has the length and letters of a rule. */
export const fits = (password: string, rule: keyof typeof passwordLengths): boolean =>
  hasLength(password, rule) && hasAlphabet(password, rule)

export type NewPassword = {
  readonly password: string
  readonly use: PasswordUse
  readonly policy: PasswordPolicy
  /** It may be none of these, whatever their letters. */
  readonly names: readonly string[]
  /** Common passwords, in lower case. */
  readonly common: ReadonlySet<string>
}

/** Letters and digits in their order, and keys side by side: where a finger slides, there or back. */
const slides = [
  '01234567890',
  '024680',
  '13579',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
]

const yearPattern = /^(?:19|20)\d\d$/
const repeatPattern = /^(?<piece>.+?)\k<piece>+$/su

/** Pieces up to here add nothing by being typed again, whatever they are. */
const shortPieceMax = 3

/**
 * Whether a password is common: it is on the list, is a year or a slide over the keys, or repeats one of these or a few
 * letters. Published lists of common passwords omit what such rules find.
 */
function isCommon(password: string, common: ReadonlySet<string>): boolean {
  if (common.has(password) || yearPattern.test(password)) return true
  const back = Array.from(password).toReversed().join('')
  if (slides.some((slide) => slide.includes(password) || slide.includes(back))) return true
  const piece = repeatPattern.exec(password)?.groups?.['piece']
  return piece !== undefined && (piece.length <= shortPieceMax || isCommon(piece, common))
}

/** Which rule a new login password breaks (rulebook §4.5, §34-12); undefined when none. */
export function brokenRule({ password, use, policy, names, common }: NewPassword): PasswordRule | undefined {
  const given = password.toLowerCase()
  if (names.some((name) => name.toLowerCase() === given)) return 'same_as_name'
  const shape = passwordShape(use, policy)
  if (!fits(password, shape)) return shape
  return isCommon(given, common) ? 'common' : undefined
}

/** Wrong tries of a transaction password, and until when it is locked (epoch ms). */
export type PayPasswordTries = { readonly failures: number; readonly lockedUntil: number | undefined }

const payTriesMax = 5
const payLockMilliseconds = 30 * 60_000

/** Until when a transaction password is locked; undefined when it is not. */
export function payLockOf({ lockedUntil }: PayPasswordTries, now: number): number | undefined {
  return lockedUntil !== undefined && lockedUntil > now ? lockedUntil : undefined
}

export type PayPasswordOutcome = {
  readonly tries: PayPasswordTries
  readonly refused: Extract<RefusalWord, 'pay_password_wrong' | 'pay_password_locked'> | undefined
  readonly left: number
}

/**
 * The state after a try of a transaction password (rulebook §5): 5 wrong ones lock it for half an hour, the right one
 * resets the count. While it is locked no try is checked.
 */
export function afterPayTry(tries: PayPasswordTries, isRight: boolean, now: number): PayPasswordOutcome {
  if (payLockOf(tries, now) !== undefined) return { tries, refused: 'pay_password_locked', left: 0 }
  if (isRight) return { tries: { failures: 0, lockedUntil: undefined }, refused: undefined, left: payTriesMax }
  const failures = tries.failures + 1
  if (failures < payTriesMax)
    return { tries: { failures, lockedUntil: undefined }, refused: 'pay_password_wrong', left: payTriesMax - failures }
  return { tries: { failures: 0, lockedUntil: now + payLockMilliseconds }, refused: 'pay_password_locked', left: 0 }
}
