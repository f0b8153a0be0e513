import * as z from 'zod/mini'

import { get, post } from '#call.ts'
import {
  createdCredential,
  email,
  emailCode,
  oldPassword,
  oldPayPassword,
  passkeyName,
  password,
  passwordConfirm,
  payPassword,
  usedCredential,
} from './fields.ts'
import { id } from '#fields.ts'
import { maybe, request, type Fault } from '#request.ts'
import { userWithToken } from './shapes.ts'
import { listOf, named, orNull, shape, timestamp } from '#wire.ts'

const nothing = z.null()

const newTwice = (asked: { readonly newPassword: string; readonly confirmPassword: string }): Fault | undefined =>
  asked.newPassword === asked.confirmPassword ? undefined : { field: 'confirmPassword', word: 'passwords_differ' }
const payTwice = (asked: { readonly payPassword: string; readonly confirmPayPassword: string }): Fault | undefined =>
  asked.payPassword === asked.confirmPayPassword ? undefined : { field: 'confirmPayPassword', word: 'passwords_differ' }

const passkey = shape({
  id: z.number(),
  name: z.string(),
  /** True when it is on several devices of its owner. */
  isSynced: named('synced', z.boolean()),
  createdAt: named('createTimeTimestamp', timestamp),
  lastUsedAt: named('lastUsedTimestamp', orNull(timestamp)),
})

/** Options for the browser to create a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  excludeCredentials: z.array(z.object({ type: z.literal('public-key'), id: z.string() })),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})

/** Options for the browser to use a passkey (WebAuthn, PublicKeyCredentialRequestOptionsJSON). */
const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
})

export const security = {
  resetPassword: post('/resetPassword', {
    who: 'anyone',
    idempotency: 'key',
    addsData: false,
    rate: 'authentication',
    about: 'Sets a new login password with a code that was sent by e-mail; every session ends.',
    input: request({ email, emailCode, newPassword: password('change'), confirmPassword: passwordConfirm }, newTwice),
    output: nothing,
    refusals: ['unavailable', 'missing_field', 'code_incorrect', 'code_expired', 'password_format', 'passwords_differ'],
  }),
  changePassword: post('/updatePassword', {
    who: 'user',
    idempotency: 'key',
    addsData: false,
    rate: 'authentication',
    about: 'Changes the login password; every other session ends.',
    input: request({ oldPassword, newPassword: password('change'), confirmPassword: passwordConfirm }, newTwice),
    output: nothing,
    refusals: [
      'wrong_state',
      'unavailable',
      'missing_field',
      'wrong_password',
      'too_many_attempts',
      'password_format',
      'passwords_differ',
    ],
  }),
  changePayPassword: post('/updatePayPassword', {
    who: 'user',
    idempotency: 'key',
    addsData: false,
    rate: 'authentication',
    about: 'Changes the transaction password; 5 wrong tries of the old one lock it for half an hour.',
    input: request({ oldPayPassword, payPassword, confirmPayPassword: passwordConfirm }, payTwice),
    output: nothing,
    refusals: [
      'unavailable',
      'missing_field',
      'password_format',
      'passwords_differ',
      'pay_password_missing',
      'pay_password_wrong',
      'pay_password_locked',
      'too_many_attempts',
    ],
  }),
  setPayPassword: post('/settingPayPassword', {
    who: 'user',
    idempotency: 'key',
    addsData: false,
    rate: 'authentication',
    about: 'Sets the first transaction password; where there is one, a new one with a code that was sent by e-mail.',
    input: request({ payPassword, confirmPayPassword: passwordConfirm, emailCode: maybe(emailCode) }, payTwice),
    output: nothing,
    refusals: [
      'wrong_state',
      'unavailable',
      'missing_field',
      'password_format',
      'passwords_differ',
      'code_incorrect',
      'code_expired',
      'pay_password_exists',
      'too_many_attempts',
    ],
  }),
  passkeyCreationOptions: post('/passkey/registerOptions', {
    isAddition: true,
    who: 'user',
    idempotency: 'natural',
    rate: 'authentication',
    about: 'What the browser needs to make a passkey, against the login password; good for five minutes and once.',
    input: request({ password: oldPassword }),
    output: shape({ options: creationOptions }),
    refusals: ['wrong_state', 'unavailable', 'missing_field', 'wrong_password', 'too_many_attempts'],
  }),
  addPasskey: post('/passkey/register', {
    isAddition: true,
    who: 'user',
    idempotency: 'natural',
    rate: 'authentication',
    about: 'Keeps a passkey that was made with those options.',
    input: request({ name: passkeyName, credential: createdCredential }),
    output: passkey,
    refusals: ['missing_field', 'text_too_long', 'wrong_state', 'passkey_invalid'],
  }),
  passkeyRequestOptions: post('/passkey/loginOptions', {
    isAddition: true,
    who: 'anyone',
    idempotency: 'natural',
    rate: 'authentication',
    about: 'What the browser needs to sign in by passkey; good for five minutes and once.',
    input: request({}),
    output: shape({ options: requestOptions }),
  }),
  loginByPasskey: post('/passkey/login', {
    isAddition: true,
    who: 'anyone',
    idempotency: 'natural',
    rate: 'authentication',
    about: 'Signs in by passkey; every time with a new token.',
    input: request({ credential: usedCredential }),
    output: userWithToken,
    refusals: ['passkey_invalid'],
  }),
  passkeys: get('/passkey/list', {
    isAddition: true,
    who: 'user',
    about: 'The passkeys that open the account.',
    input: request({}),
    output: listOf(passkey),
  }),
  removePasskey: post('/passkey/remove', {
    isAddition: true,
    who: 'user',
    idempotency: 'natural',
    about: 'Takes a passkey away: it no longer opens the account.',
    input: request({ id }),
    output: nothing,
    refusals: ['not_found'],
  }),
}

export type Passkey = z.output<typeof passkey>
