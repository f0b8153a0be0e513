import { fits, passwordLengths, type PasswordUse } from '@mex/core/account/passwords.ts'
import { isFictitiousSecurityNumber, tidySecurityNumber } from '@mex/core/account/security-number.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

import { printable, storable, text, words } from '#fields.ts'
import { refusalWord } from '#wire.ts'

/** Fields of registration, signing in, passwords and passkeys with their rules (specification, calls Q). */

/**
 * An existing password: every character that a new one may have, also invisible ones, and as many
 * of them. Those of pictographs count twice here.
 */
/* @__NO_SIDE_EFFECTS__ */
export const enteredPassword = (wrong?: RefusalWord) =>
  text({ max: 2 * passwordLengths.strict.max, pattern: storable, missing: 'missing_field', ...(wrong && { wrong }) })

/** The login name: a user ID or an e-mail. A malformed one is refused like a wrong password. */
export const loginName = text({ max: 50, missing: 'missing_field', wrong: 'wrong_credentials' })
export const loginPassword = enteredPassword('wrong_credentials')

/** The current password, entered again to confirm. */
export const ownPassword = enteredPassword('wrong_password')

/** Kept in lower case, so that one address is one account. */
export const email = text({ max: 50, pattern: /^[^@\s]+@[^@\s]+$/u, missing: 'missing_field' }).check(
  z.regex(printable, { error: refusalWord('invalid_parameter') }),
  z.toLowerCase(),
)
export const emailCode = text({ max: 6, pattern: /^[0-9]{6}$/, missing: 'missing_field', wrong: 'code_incorrect' })
export const emailCodePurpose = words(['register', 'resetPassword', 'payPassword'])

/** Six characters of Crockford's base 32; small letters are read as capitals. */
export const invitationCode = z
  .string({ error: refusalWord('invitation_invalid') })
  .check(z.trim(), z.toUpperCase(), z.regex(/^[0-9A-HJKMNP-TV-Z]{6}$/, { error: refusalWord('invitation_invalid') }))

const yes = ['true', '1']
/** Consent: only a yes passes. */
export const agree = z.codec(z.unknown(), z.custom<true>(), {
  decode: (given, context) => {
    if (given === true || given === 1 || (typeof given === 'string' && yes.includes(given))) return true as const
    context.issues.push({ code: 'custom', input: given, message: refusalWord('agreement_missing') })
    return z.NEVER
  },
  encode: () => true,
})

export const username = text({ max: 50, pattern: /^[A-Za-z0-9_-]{4,50}$/, missing: 'missing_field' })
export const companyUsername = text({ max: 15, pattern: /^[A-Za-z0-9]{3,15}$/, missing: 'missing_field' })

/**
 * A new password, which either policy may accept: the page does not know which one holds. That it is the one in force,
 * not a common password and not the user name, is decided on the server.
 */
/* @__NO_SIDE_EFFECTS__ */
export const password = (use: PasswordUse) =>
  z.string({ error: (issue) => refusalWord(issue.input === undefined ? 'missing_field' : 'password_format') }).check(
    z.refine((given) => fits(given, use) || fits(given, 'strict'), {
      error: refusalWord('password_format'),
      params: { values: { rule: use } },
    }),
  )

/** A password that is there already; whether it is right is decided on the server. */
export const oldPassword = enteredPassword('wrong_password')

export const payPassword = z
  .string({ error: (issue) => refusalWord(issue.input === undefined ? 'missing_field' : 'password_format') })
  .check(
    z.refine((given) => fits(given, 'pay'), {
      error: refusalWord('password_format'),
      params: { values: { rule: 'pay' } },
    }),
  )
export const oldPayPassword = enteredPassword('password_format')

/** The second writing of a password; that it equals the first is checked with both at hand. */
export const passwordConfirm = z.string({ error: refusalWord('passwords_differ') })

/** A line of a form, 1 to 50 characters. */
export const line = text({ max: 50, missing: 'missing_field', long: 'text_too_long' })

export const phoneNumber = text({ max: 20, pattern: /^\+?[0-9 -]{5,20}$/, missing: 'missing_field' })

/** A country by its code; that it is one of the list is decided on the server. */
export const country = text({
  max: 2,
  pattern: /^[A-Z]{2}$/,
  missing: 'missing_field',
  wrong: 'missing_field',
})

/** A number that was never issued (rulebook §4.4). */
export const socialSecurityNumber = z
  .string({ error: (issue) => refusalWord(issue.input === undefined ? 'missing_field' : 'security_number_real') })
  .check(
    z.trim(),
    z.refine(isFictitiousSecurityNumber, { error: refusalWord('security_number_real') }),
    z.overwrite(tidySecurityNumber),
  )

/** The response of an authenticator, in base64url. */
/* @__NO_SIDE_EFFECTS__ */
const bytes = (max: number) => text({ max, pattern: /^[A-Za-z0-9_-]+$/ })

export const passkeyName = text({ max: 50, missing: 'missing_field', long: 'text_too_long' })

const wrong = { error: refusalWord('invalid_parameter') }
const credential = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key', wrong) }
const transport = z.string(wrong).check(z.maxLength(20, wrong))

/** The answer of an authenticator that has made a passkey (WebAuthn, RegistrationResponseJSON). */
export const createdCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: bytes(4000),
        attestationObject: bytes(40_000),
        transports: z.optional(z.array(transport, wrong).check(z.maxLength(10, wrong))),
      },
      wrong,
    ),
  },
  wrong,
)

/** The answer of an authenticator that has used one (WebAuthn, AuthenticationResponseJSON). */
export const usedCredential = z.object(
  {
    ...credential,
    response: z.object(
      {
        clientDataJSON: bytes(4000),
        authenticatorData: bytes(4000),
        signature: bytes(4000),
        userHandle: z.optional(bytes(200)),
      },
      wrong,
    ),
  },
  wrong,
)
