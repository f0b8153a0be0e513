import * as z from 'zod/mini'

import { post } from '#call.ts'
import {
  agree,
  email,
  emailCode,
  emailCodePurpose,
  invitationCode,
  loginName,
  loginPassword,
  password,
  passwordConfirm,
} from './fields.ts'
import { registrationRefusals } from './registration-refusals.ts'
import { maybe, request } from '#request.ts'
import { userWithToken } from './shapes.ts'
import { named, shape } from '#wire.ts'

/** The calls of the account that only its forms use: every page loads the others, and should not load the fields of these. */
export const authentication = {
  login: post('/loginByUsername', {
    who: 'anyone',
    idempotency: 'natural',
    rate: 'authentication',
    about: 'Signs in by user ID or e-mail; every time with a new token.',
    input: request({ username: loginName, password: loginPassword }),
    output: userWithToken,
    refusals: ['missing_field', 'wrong_credentials', 'too_many_attempts', 'unavailable'],
  }),
  register: post('/register/email', {
    who: 'anyone',
    idempotency: 'key',
    answersToken: true,
    rate: 'authentication',
    about: 'Registers an individual by e-mail; the token of a guest claims that guest. Login follows.',
    input: request(
      {
        email,
        emailCode,
        password: password('registration'),
        passwordConfirm,
        invitationCode: maybe(invitationCode),
        agree,
      },
      (asked) =>
        asked.password === asked.passwordConfirm ? undefined : { field: 'passwordConfirm', word: 'passwords_differ' },
    ),
    output: userWithToken,
    refusals: ['wrong_state', 'unavailable', 'missing_field', ...registrationRefusals, 'agreement_missing'],
  }),
  sendEmailCode: post('/getEmailCode', {
    who: 'anyone',
    idempotency: 'key',
    addsData: false,
    rate: 'code',
    about: 'Sends a code to an e-mail address; the answer is the same whether or not anybody has the address.',
    input: request({ email, purpose: named('type', emailCodePurpose) }),
    output: shape({
      expiresInSeconds: named('expiresIn', z.number()),
      resendInSeconds: named('resendIn', z.number()),
      /** The code itself, only while the server is reachable from this machine alone. */
      devCode: z.optional(z.string()),
    }),
    refusals: ['missing_field', 'code_too_soon', 'wrong_state'],
  }),
}
