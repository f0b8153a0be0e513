import { identityFaults, type DocumentType } from '@mex/core/kyc/identity-documents.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

import { post } from '#call.ts'
import { agree, country, line, phoneNumber } from '#account/fields.ts'
import { id, text } from '#fields.ts'
import { imagePath } from '#files/fields.ts'
import { maybe, request } from '#request.ts'
import { userFields } from '#account/shapes.ts'
import { listOf, named, oneOf, orNull, refusalWord, shape, timestamp } from '#wire.ts'
import { writesBy } from '#write.ts'

const wireTypes = { identity_card: 'idCard', passport: 'passport', driving_licence: 'DL' } as const satisfies Record<
  DocumentType,
  string
>
type WireType = (typeof wireTypes)[DocumentType]
const typeOfWire = (wire: WireType): DocumentType =>
  (Object.keys(wireTypes) as DocumentType[]).find((type) => wireTypes[type] === wire) ?? 'identity_card'
/** The type of an identity document. */
const documentType = writesBy(
  z.codec(z.enum(Object.values(wireTypes), { error: refusalWord('invalid_parameter') }), z.custom<DocumentType>(), {
    decode: typeOfWire,
    encode: (type) => wireTypes[type],
  }),
  (type) => wireTypes[type],
)

/** Small letters are read as capitals; whether it is a fictitious one is decided by the server. */
const documentNumber = z
  .string({ error: (issue) => refusalWord(issue.input === undefined ? 'missing_field' : 'document_number_real') })
  .check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z0-9-]{1,20}$/, { error: refusalWord('document_number_real') }))
const accountNumber = text({ max: 19, pattern: /^\d{8,19}$/, missing: 'missing_field', wrong: 'card_number_real' })

/** The identity documents of a company: fields that its registration and a later submission have in common. */
export const companyDocuments = {
  enterpriseName: line,
  licenseNumber: documentNumber,
  licenseImage: imagePath,
  enterpriseAddress: line,
  corporateAccountNumber: accountNumber,
  corporateAccountImage: imagePath,
  placeOfRegistration: line,
  officerCertificateType: documentType,
  officerCertificateNumber: documentNumber,
  officerPhone: phoneNumber,
}

/** Refusals of a submission of documents, also at the registration of a company. */
export const documentRefusals = [
  'missing_field',
  'text_too_long',
  'document_number_real',
  'card_number_real',
] as const satisfies readonly RefusalWord[]

const instantOrNull = (wire: string) => named(wire, orNull(timestamp))
const textOrNull = orNull(z.string())

/** State of the verification, and the submitted documents as their owner may see them, with masked numbers. */
const verification = shape({
  firstName: textOrNull,
  lastName: textOrNull,
  documentType: orNull(documentType),
  documentNumber: textOrNull,
  country: textOrNull,
  enterpriseName: textOrNull,
  licenseNumber: textOrNull,
  enterpriseAddress: textOrNull,
  corporateAccountNumber: textOrNull,
  placeOfRegistration: textOrNull,
  officerCertificateType: orNull(documentType),
  officerCertificateNumber: textOrNull,
  officerPhone: textOrNull,
  /** 0 not submitted, 1 under review, 2 unsuccessful, 3 verified. */
  realStatus: oneOf([0, 1, 2, 3]),
  realReason: orNull(z.enum(identityFaults)),
  /** Wire names of the fields that a new submission must have; the others may be left as they were. */
  redo: listOf(z.string()),
  submittedAt: instantOrNull('submitTimestamp'),
  /** When the checks are expected to decide. */
  expectedAt: instantOrNull('expectedTimestamp'),
  /** The same from now on: the market's clock may run faster than a device's. */
  expectedInSeconds: orNull(z.number()),
  reviewBy: instantOrNull('reviewBy'),
  decidedAt: instantOrNull('decideTimestamp'),
  /** Submissions that are left within 24 hours. */
  triesLeft: z.number(),
  blockReason: orNull(z.enum(['KYC', 'RISK_NOT_ACKNOWLEDGED'])),
  blockExpectedAt: instantOrNull('blockExpectedTimestamp'),
  blockExpectedInSeconds: orNull(z.number()),
})
export type Verification = z.output<typeof verification>

export const kyc = {
  submit: post('/updateReal', {
    who: 'onboarding',
    idempotency: 'key',
    about: 'Hands in papers to verify an identity; after a refusal, only what was at fault.',
    input: request({
      firstName: maybe(line),
      lastName: maybe(line),
      country: maybe(country),
      documentType: maybe(documentType),
      documentNumber: maybe(documentNumber),
      frontImage: maybe(imagePath),
      backImage: maybe(imagePath),
      passportImage: maybe(imagePath),
      enterpriseName: maybe(line),
      licenseNumber: maybe(documentNumber),
      licenseImage: maybe(imagePath),
      enterpriseAddress: maybe(line),
      corporateAccountNumber: maybe(accountNumber),
      corporateAccountImage: maybe(imagePath),
      placeOfRegistration: maybe(line),
      officerCertificateType: maybe(documentType),
      officerCertificateNumber: maybe(documentNumber),
      officerPhone: maybe(phoneNumber),
    }),
    output: shape({
      realStatus: z.literal(1),
      /** By when it is decided. */
      reviewBy: timestamp,
    }),
    refusals: [...documentRefusals, 'wrong_state', 'verification_pending', 'already_verified', 'submissions_used_up'],
  }),
  status: post('/getUserInfoById', {
    who: 'onboarding',
    about: 'The person and where the verification stands.',
    input: request({ id: maybe(id) }),
    output: shape({ ...userFields, verification: named('real', verification) }),
    refusals: ['not_found'],
  }),
  applyForService: post('/userCenter/apply/service', {
    who: 'user',
    idempotency: 'natural',
    rate: 'money',
    about: 'Applies for the permission to take part in block trades.',
    input: request({
      service: z.enum(['block'], { error: refusalWord('invalid_parameter') }),
      riskAcknowledged: agree,
    }),
    output: shape({
      service: z.literal('block'),
      status: z.literal(1),
      /** By when it is decided. */
      reviewBy: timestamp,
    }),
    refusals: [
      'agreement_missing',
      'verification_missing',
      'verification_pending',
      'permission_pending',
      'permission_open',
    ],
  }),
}
