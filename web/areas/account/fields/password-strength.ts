import {
  hasAlphabet,
  hasLength,
  passwordMarks,
  passwordShape,
  type PasswordPolicy,
  type PasswordUse,
} from '@mex/core/account/passwords.ts'

export type PasswordRules = {
  readonly hasLength: boolean
  readonly hasOnlyAllowed: boolean
  /** The password equals no name of the user: user ID, e-mail address, the part before its @. */
  readonly isOwn: boolean
}

/** The rules that a new password meets (rulebook §4.5, §34-12); the server also refuses common passwords. */
export function passwordRulesMet(
  password: string,
  { use, policy, names }: { use: PasswordUse; policy: PasswordPolicy; names: readonly string[] },
): PasswordRules {
  const shape = passwordShape(use, policy)
  const entered = password.toLowerCase()
  const own = names.map((name) => name.trim().toLowerCase()).flatMap((name) => [name, name.split('@', 1)[0] ?? ''])
  return {
    hasLength: hasLength(password, shape),
    hasOnlyAllowed: password !== '' && hasAlphabet(password, shape),
    isOwn: password !== '' && !own.includes(entered),
  }
}

/** 0 nothing entered · 1 weak · 2 fair · 3 good · 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4

/**
 * A rough strength of a password: its entropy in bits over the alphabets that it uses, where a character that continues
 * a sequence (aaa, 123, abc) adds almost nothing. For display only; no rule depends on it.
 */
export function passwordStrength(password: string): Strength {
  if (password === '') return 0
  const alphabets: readonly [RegExp, number][] = [
    [/[a-z]/, 26],
    [/[A-Z]/, 26],
    [/[0-9]/, 10],
    [/[^A-Za-z0-9]/, passwordMarks.length],
  ]
  const size = alphabets.reduce((sum, [pattern, letters]) => sum + (pattern.test(password) ? letters : 0), 0)
  const codes = Array.from(password, (letter) => letter.codePointAt(0) ?? 0)
  const fresh = codes.filter((code, index) => index === 0 || Math.abs(code - (codes[index - 1] ?? 0)) > 1)
  const bits = new Set(codes).size < 3 ? 0 : fresh.length * Math.log2(size)
  return bits < 28 ? 1 : bits < 45 ? 2 : bits < 60 ? 3 : 4
}
