import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Answer, Input } from '@mex/contract/call.ts'
import type { Passkey, security } from '@mex/contract/account/security.ts'
import type { UserWithToken } from '@mex/contract/account/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { accepted, refusal, refuse } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import { runOne } from '#db/lane.ts'
import { readJsonInput } from '#untrusted-input.ts'
import type { AccountDependencies } from './dependencies.ts'
import { provePassword } from './login-password.ts'
import { tellSecurity } from './notices.ts'
import { openSession } from './sign-in.ts'
import {
  deletePasskey,
  insertChallenge,
  insertPasskey,
  recordPasskeyUse,
  passkeyByCredential,
  passkeysOf,
  takeChallenge,
  type PasskeyRow,
} from './store-passkeys.ts'
import { userById } from './store.ts'

/** Loaded at the first passkey: a twentieth of all modules of the server. */
const webAuthn = () => import('@simplewebauthn/server')

const challengeBytes = 32
const lifeMilliseconds = 5 * 60_000
const passkeysMax = 20
/** EdDSA, ES256 and RS256, the algorithms of authenticators, as COSE numbers. */
const algorithms = [-8, -7, -257]

/** The relying party ID that a passkey is bound to: the host without its port. */
const hostName = (host: string): string => host.replace(/:\d+$/, '')

/** The allowed origins of a host: browsers support passkeys on secure pages and on localhost. */
function originsOf(host: string): string[] {
  const isHere = /^(localhost|[a-z0-9-]+\.localhost)$/.test(hostName(host))
  return [`https://${host}`, ...(isHere ? [`http://${host}`] : [])]
}

/** The user handle of authenticators: it does not reveal the user. */
const handleOf = ({ codeSecret }: AccountDependencies, userId: number): Buffer =>
  createHmac('sha256', codeSecret).update(`passkey of ${userId}`).digest()

export const passkeyView = ({ id, name, isSynced, createdAt, lastUsedAt }: PasskeyRow): Passkey => ({
  id,
  name,
  isSynced,
  createdAt,
  lastUsedAt,
})

/**
 * The options for creating a passkey in the browser. Requires the login password again: a passkey outlives the session
 * that created it. Refuses: wrong_state for a guest and above the maximum number of passkeys, wrong_password,
 * too_many_attempts, unavailable.
 */
export async function passkeyCreationOptions(
  { password }: Input<typeof security.passkeyCreationOptions>,
  context: PersonContext,
  dependencies: AccountDependencies,
): Promise<Answer<typeof security.passkeyCreationOptions>> {
  const { db, wallNow, host, person } = context
  const user = present(await userById(db, person.userId), 'the signed-in person')
  await provePassword(password, user, context, dependencies, 'password')
  const own = await passkeysOf(db, user.id)
  if (own.length >= passkeysMax) refuse('wrong_state')
  const challenge = dependencies.randomness.bytes(challengeBytes).toString('base64url')
  await insertChallenge(db, challenge, user.id, wallNow + lifeMilliseconds)
  const id = handleOf(dependencies, user.id).toString('base64url')
  return {
    options: {
      challenge,
      rp: { id: hostName(host), name: `${dependencies.title} Practice` },
      user: { id, name: user.email ?? user.username, displayName: user.username },
      pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
      timeout: lifeMilliseconds,
      excludeCredentials: own.map(({ credential }) => ({ type: 'public-key' as const, id: credential })),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    },
  }
}

/** 32 bytes in base64url: other strings are rejected without a query. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/

/** The challenge in the client data of an authenticator response; undefined when its form is invalid. */
function challengeIn(clientDataJSON: string): string | undefined {
  const data = readJsonInput(Buffer.from(clientDataJSON, 'base64url').toString())?.value
  const challenge = typeof data === 'object' && data !== null && 'challenge' in data ? data.challenge : undefined
  return typeof challenge === 'string' && challengePattern.test(challenge) ? challenge : undefined
}

/** Consumes the challenge of a response; it must belong to this user and be unused. Refuses: passkey_invalid. */
async function consumeChallenge(
  clientDataJSON: string,
  userId: number | undefined,
  { db, wallNow }: Context,
): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const isGood = challenge !== undefined && (await takeChallenge(db, challenge, userId, wallNow))
  return isGood ? challenge : refuse('passkey_invalid')
}

/** Turns every verification error into one refusal. */
const orInvalid = <T>(verified: Promise<T>): Promise<T> => verified.catch(() => refuse('passkey_invalid'))

/**
 * Stores a new passkey. Refuses: passkey_invalid for a response without an open challenge of this user, from another
 * host, or with a credential that is already registered; wrong_state above the maximum number of passkeys.
 */
export async function addPasskey(
  { name, credential }: Input<typeof security.addPasskey>,
  context: PersonContext,
): Promise<Passkey> {
  const { db, now, wallNow, host, person } = context
  const { userId } = person
  const expectedChallenge = await consumeChallenge(credential.response.clientDataJSON, userId, context)
  const { verifyRegistrationResponse } = await webAuthn()
  const { verified, registrationInfo } = await orInvalid(
    verifyRegistrationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      expectedChallenge,
      expectedOrigin: originsOf(host),
      expectedRPID: hostName(host),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!verified) refuse('passkey_invalid')
  const { credential: made, credentialBackedUp } = registrationInfo
  const outcome = await runOne(db, { userId }, async (tx) => {
    if ((await passkeysOf(tx, userId)).length >= passkeysMax) return [refusal('wrong_state')]
    const row = await insertPasskey(tx, {
      userId,
      credential: made.id,
      host: hostName(host),
      publicKey: Buffer.from(made.publicKey),
      counter: made.counter,
      isSynced: credentialBackedUp,
      name,
      createdAt: wallNow,
    })
    if (row === undefined) return [refusal('passkey_invalid')]
    await tellSecurity(tx, userId, { kind: 'passkey_added', values: { name } }, now)
    return [passkeyView(row)]
  })
  return accepted(outcome)
}

export async function passkeyRequestOptions(
  { db, wallNow, host }: Context,
  { randomness }: AccountDependencies,
): Promise<Answer<typeof security.passkeyRequestOptions>> {
  const challenge = randomness.bytes(challengeBytes).toString('base64url')
  await insertChallenge(db, challenge, undefined, wallNow + lifeMilliseconds)
  return { options: { challenge, rpId: hostName(host), timeout: lifeMilliseconds, userVerification: 'required' } }
}

const isHandle = (given: string | undefined, expected: Buffer): boolean => {
  const handle = Buffer.from(given ?? '', 'base64url')
  return handle.length === expected.length && timingSafeEqual(handle, expected)
}

/**
 * Signs in by passkey. Refuses passkey_invalid for every fault: no open challenge, an unknown passkey, an invalid
 * signature, a decreasing counter, a closed account.
 */
export async function signInByPasskey(
  { credential }: Input<typeof security.loginByPasskey>,
  context: Context,
  dependencies: AccountDependencies,
): Promise<UserWithToken> {
  const { db, wallNow, host } = context
  const { clientDataJSON, userHandle } = credential.response
  const expectedChallenge = await consumeChallenge(clientDataJSON, undefined, context)
  const passkey = (await passkeyByCredential(db, credential.id)) ?? refuse('passkey_invalid')
  const user = (await userById(db, passkey.userId)) ?? refuse('passkey_invalid')
  context.concerns(user.id)
  if (!isHandle(userHandle, handleOf(dependencies, user.id)) || passkey.host !== hostName(host))
    refuse('passkey_invalid')
  const { verifyAuthenticationResponse } = await webAuthn()
  const { verified, authenticationInfo } = await orInvalid(
    verifyAuthenticationResponse({
      response: { ...credential, clientExtensionResults: {} } as never,
      expectedChallenge,
      expectedOrigin: originsOf(host),
      expectedRPID: passkey.host,
      requireUserVerification: true,
      credential: { id: passkey.credential, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter },
    }),
  )
  if (!verified || !(await recordPasskeyUse(db, passkey, authenticationInfo.newCounter, wallNow)))
    refuse('passkey_invalid')
  return (await openSession(user, context, dependencies)) ?? refuse('passkey_invalid')
}

/** Removes a passkey. Refuses: not_found. */
export async function removePasskey(
  { id }: Input<typeof security.removePasskey>,
  { db, now, person: { userId } }: PersonContext,
): Promise<null> {
  const outcome = await runOne(db, { userId }, async (tx) => {
    const name = await deletePasskey(tx, userId, id)
    if (name === undefined) return [refusal('not_found', { field: 'id' })]
    await tellSecurity(tx, userId, { kind: 'passkey_removed', values: { name } }, now)
    return [null]
  })
  return accepted(outcome)
}
