/** The letters, digits and marks that a password may have (spec §5). */
export const passwordMarks = '!@#$%^&*-_™€<>+='
const allowed = /^[A-Za-z0-9!@#$%^&*\-_™€<>+=]*$/

export type PasswordRules = {
  readonly hasLength: boolean
  readonly hasOnlyAllowed: boolean
  /** It is neither the e-mail address nor the part before its @. */
  readonly isOwn: boolean
}

/** Which rules of a new password are met (rulebook §4.5); the server also refuses common ones. */
export function passwordRulesMet(password: string, email: string): PasswordRules {
  const entered = password.toLowerCase()
  const address = email.trim().toLowerCase()
  const names = [address, address.split('@', 1)[0] ?? '']
  return {
    hasLength: password.length >= 4 && password.length <= 50,
    hasOnlyAllowed: password !== '' && allowed.test(password),
    isOwn: password !== '' && !names.includes(entered),
  }
}

/** 0 nothing entered · 1 weak · 2 fair · 3 good · 4 strong. */
export type Strength = 0 | 1 | 2 | 3 | 4

/**
 * How hard a password is to guess, roughly: its length in bits of the alphabets that it draws from, where a character
 * that continues the one before it (aaa, 123, abc) adds next to nothing. An estimate for the eye, decided nowhere.
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
