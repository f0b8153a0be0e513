import * as z from 'zod/mini'

import { get, post } from '#call.ts'
import {
  agree,
  companyUsername,
  country,
  email,
  emailCode,
  invitationCode,
  line,
  password,
  passwordConfirm,
  phoneNumber,
  socialSecurityNumber,
  username,
} from './fields.ts'
import { companyDocuments, documentRefusals } from '#kyc/calls.ts'
import { choice, maybe, request, type Fault } from '#request.ts'
import { registrationRefusals } from './registration-refusals.ts'
import { userWithToken } from './shapes.ts'
import { listOf, oneOf, orNull, shape } from '#wire.ts'

const twice = (asked: { readonly password: string; readonly passwordConfirm: string }): Fault | undefined =>
  asked.password === asked.passwordConfirm ? undefined : { field: 'passwordConfirm', word: 'passwords_differ' }

/** The fields of an individual (specification, calls D, `userType` 2). */
const individual = request(
  {
    userType: oneOf([2]),
    email,
    emailCode,
    username,
    password: password('registration'),
    passwordConfirm,
    streetAddress: line,
    additionalAddress: maybe(line),
    stateProvince: line,
    phoneNumber,
    country,
    socialSecurityNumber,
    invitationCode: maybe(invitationCode),
    agree,
  },
  twice,
)

/** The fields of a company (`userType` 4): its identity documents are submitted with the registration. */
const company = request(
  {
    userType: oneOf([4]),
    email,
    emailCode,
    username: companyUsername,
    password: password('company'),
    passwordConfirm,
    ...companyDocuments,
    invitationCode: maybe(invitationCode),
    agree,
  },
  twice,
)

export const registration = {
  registerFully: post('/new/register/email', {
    who: 'anyone',
    idempotency: 'key',
    answersToken: true,
    rate: 'authentication',
    about:
      'Registers an individual (2) with address and a fictitious social security number, or a company (4) with its papers; a guest’s token claims the guest.',
    input: choice('userType', { 2: individual, 4: company }),
    output: userWithToken,
    refusals: [
      'wrong_state',
      'unavailable',
      ...documentRefusals,
      'username_taken',
      ...registrationRefusals,
      'security_number_real',
      'agreement_missing',
    ],
  }),
  countries: get('/areaInfo/list', {
    who: 'anyone',
    about: 'Countries and areas with their dial codes, by name in the caller’s language.',
    input: request({}),
    output: listOf(
      shape({
        id: z.number(),
        /** ISO 3166, two letters. */
        code: z.string(),
        name: z.string(),
        phoneCode: z.string(),
        states: listOf(z.string()),
      }),
    ),
  }),
  /** The user's own registration details, with the number masked. */
  details: get('/account/details', {
    isAddition: true,
    who: 'user',
    about: 'What the person entered at registration; the social security number masked.',
    input: request({}),
    output: shape({
      phoneNumber: orNull(z.string()),
      streetAddress: orNull(z.string()),
      additionalAddress: orNull(z.string()),
      stateProvince: orNull(z.string()),
      country: orNull(z.string()),
      socialSecurityNumber: orNull(z.string()),
    }),
  }),
}
