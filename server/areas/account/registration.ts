import type { Input } from '@mex/contract/call.ts'
import type { authentication } from '@mex/contract/account/authentication.ts'
import type { account } from '@mex/contract/account/calls.ts'
import type { registration } from '@mex/contract/account/registration.ts'
import type { UserWithToken } from '@mex/contract/account/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { companyFields } from '@mex/core/kyc/identity-documents.ts'
import { brokenRule, type PasswordUse } from '@mex/core/account/passwords.ts'
import { accepted, isRefusal, refusal, refuse, type Refusal } from '@mex/core/refusal.ts'
import { isReservedUserId } from '@mex/core/account/reserved-user-ids.ts'
import type { Context } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import type { AccountDependencies } from './dependencies.ts'
import { checkCode, consumeCode, tryCode, type CodeAttempt } from './codes.ts'
import { commonPasswords } from './common-passwords.ts'
import { insertDetails, securityNumberPlace } from './store-details.ts'
import { openAccount } from './people.ts'
import { isRepeated, signUp } from './sign-up.ts'
import { revokeAll } from './store-sessions.ts'
import { claimGuest, emailExists, inviterOf, lockUsername, userById, usernameExists } from './store.ts'

/**
 * Opens an account without e-mail, with the same initial grant as every account (rulebook §4.1, §34-15). Refuses:
 * too_many_requests when the network has reached its daily limit of guests; unavailable when a retry comes too late.
 */
export function openGuest(
  input: Input<typeof account.guest>,
  context: Context,
  dependencies: AccountDependencies,
): Promise<UserWithToken> {
  const language = input.language ?? context.language
  const { now, wallNow, network } = context
  const kind = { scope: 'session', guestId: undefined, tooLate: refusal('unavailable') } as const
  return signUp(context, dependencies, kind, async (tx) => {
    const usedUp = await dependencies.quotas.refuses(tx, network, 'guests')
    if (usedUp !== undefined) return usedUp
    const row = await openAccount(
      tx,
      {
        state: 'GUEST',
        email: undefined,
        passwordHash: undefined,
        invitedBy: undefined,
        language,
        agreement: {},
        now,
        wallNow,
        userType: 2,
        username: undefined,
      },
      dependencies.randomness,
    )
    // Last, because it locks the quota of the network; a refusal is thrown, so that the transaction is rolled back.
    accepted<undefined>(await dependencies.quotas.take(tx, network, 'guests', 1))
    return row
  })
}

const emailTaken = refusal('email_taken', { field: 'email' })

/** Input of every kind of registration. */
type Registration = {
  readonly email: string
  readonly emailCode: string
  readonly password: string
  readonly invitationCode?: string | undefined
}

/** The differences between the kinds of registration. */
type RegistrationKind = {
  readonly userType: 2 | 4
  /** Undefined: generated. */
  readonly username: string | undefined
  readonly use: PasswordUse
  /** Stores further data after the user is created; must throw a refusal, so that the transaction is rolled back. */
  readonly keep: (tx: Tx, userId: number) => Promise<void>
}

const short: RegistrationKind = { userType: 2, username: undefined, use: 'registration', keep: () => Promise.resolve() }

/** The inviter, or the refusal of the invitation code or the user ID. */
async function lookUp(
  tx: Tx,
  { email, invitationCode }: Registration,
  username: string | undefined,
  guestId: number | undefined,
): Promise<{ readonly invitedBy: number | undefined } | Refusal> {
  if (username !== undefined) {
    await lockUsername(tx, username)
    if (isReservedUserId(username) || (await usernameExists(tx, username)))
      return refusal('username_taken', { field: 'username' })
  }
  if (await emailExists(tx, email)) return emailTaken
  const invitedBy = invitationCode === undefined ? undefined : await inviterOf(tx, invitationCode)
  if (invitationCode !== undefined && (invitedBy === undefined || invitedBy === guestId))
    return refusal('invitation_invalid', { field: 'invitationCode' })
  return { invitedBy }
}

async function registerBy(
  kind: RegistrationKind,
  input: Registration,
  context: Context,
  dependencies: AccountDependencies,
): Promise<UserWithToken> {
  const { email, password } = input
  const { db, now, wallNow, language, network } = context
  const { userType, username, use } = kind
  const names = [email, email.slice(0, email.indexOf('@')), ...(username === undefined ? [] : [username])]
  const { passwordPolicy: policy } = dependencies
  const rule = brokenRule({ password, use, policy, names, common: await commonPasswords() })
  if (rule !== undefined) refuse('password_format', { field: 'password', values: { rule } })
  const { codeSecret: secret } = dependencies
  const attempt: CodeAttempt = { email, purpose: 'register', code: input.emailCode, network, now: wallNow, secret }
  const isAnswered = await isRepeated(context, dependencies)
  const wrong = isAnswered ? undefined : await tryCode(db, attempt)
  // The password is hashed only for a valid code, and outside the transaction.
  const passwordHash =
    isAnswered || wrong !== undefined ? undefined : await dependencies.passwords.hash(network, password)
  const guestId = context.person?.state === 'GUEST' ? context.person.userId : undefined
  return signUp(context, dependencies, { scope: 'onboard', guestId, tooLate: emailTaken }, async (tx, ended) => {
    const refused = wrong ?? (await checkCode(tx, attempt))
    if (refused !== undefined) return refused
    if (passwordHash === undefined) return refusal('try_again')
    const found = await lookUp(tx, input, username, guestId)
    if (isRefusal(found)) return found
    const agreement = dependencies.documents.hashes(language)
    const details = { email, passwordHash, invitedBy: found.invitedBy, agreement, now, wallNow, userType, username }
    const row =
      guestId === undefined
        ? await openAccount(tx, { ...details, state: 'ACTIVE', language }, dependencies.randomness)
        : await claimGuest(tx, guestId, details)
    if (row === undefined) return refusal('wrong_state')
    await kind.keep(tx, row.id)
    const kept = present(await userById(tx, row.id), 'the person who registers')
    await consumeCode(tx, attempt, wallNow)
    if (guestId !== undefined) ended.push(...(await revokeAll(tx, guestId, wallNow)))
    return kept
  })
}

/**
 * Registers an individual by e-mail, or converts a guest, who keeps everything (rulebook §4.2). Refuses:
 * password_format, code_incorrect, code_expired, email_taken, invitation_invalid, wrong_state, unavailable.
 */
export const register = (
  input: Input<typeof authentication.register>,
  context: Context,
  dependencies: AccountDependencies,
): Promise<UserWithToken> => registerBy(short, input, context, dependencies)

type Forms = Input<typeof registration.registerFully>
type Individual = Extract<Forms, { readonly userType: 2 }>
type Company = Extract<Forms, { readonly userType: 4 }>

function individualRegistration(
  input: Individual,
  { now }: Context,
  { encryption, countries }: AccountDependencies,
): RegistrationKind {
  const { userType, username, streetAddress, additionalAddress, stateProvince, phoneNumber, country } = input
  if (!countries.has(country)) refuse('missing_field', { field: 'country' })
  const address = { streetAddress, additionalAddress, stateProvince, phoneNumber, country }
  const keep = (tx: Tx, userId: number): Promise<void> => {
    const securityNumber = encryption.encrypt(Buffer.from(input.socialSecurityNumber), securityNumberPlace(userId))
    return insertDetails(tx, userId, { ...address, securityNumber }, now)
  }
  return { userType, username, use: 'registration', keep }
}

/** A company submits its identity documents with its registration: without them no account is opened. */
function companyRegistration(
  input: Company,
  { now, network }: Context,
  { submitDocuments }: AccountDependencies,
): RegistrationKind {
  const { userType, username } = input
  const documents = Object.fromEntries(companyFields.map((field) => [field, input[field]]))
  const keep = async (tx: Tx, userId: number): Promise<void> => {
    accepted(await submitDocuments(tx, { userId, isCompany: true, isGuest: false, network }, documents, now))
  }
  return { userType, username, use: 'company', keep }
}

/**
 * Registers with a chosen user ID and all fields of the forms. Also refuses: username_taken; missing_field for an
 * unknown country or a picture of another uploader; document_number_real and card_number_real for documents that are
 * not fictitious.
 */
export async function registerFully(
  input: Forms,
  context: Context,
  dependencies: AccountDependencies,
): Promise<UserWithToken> {
  const kind =
    input.userType === 4
      ? companyRegistration(input, context, dependencies)
      : individualRegistration(input, context, dependencies)
  return registerBy(kind, input, context, dependencies)
}
