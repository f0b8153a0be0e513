import type { Answer, Input } from '@mex/contract/call.ts'
import type { account } from '@mex/contract/account.ts'
import type { Traditional } from '@mex/contract/text.ts'
import type { UserWithToken } from '@mex/contract/shapes.ts'
import { accepted, isRefusal, refusal, refuse, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Chance } from '#chance.ts'
import type { Context } from '#context.ts'
import { lockUsers, runOne } from '#db/lane.ts'
import type { KeyedRequest } from '#db/requests.ts'
import type { Tx } from '#db/sql.ts'
import { checkCode, issueCode, markUsed, wouldPass, type CodeAttempt } from './codes.ts'
import type { Documents } from './documents.ts'
import { afterFailure, lockOf } from './guard.ts'
import { codeMail } from './mail-texts.ts'
import { brokenRule, type PasswordPolicy, type Passwords } from './passwords.ts'
import { openAccount } from './people.ts'
import { issueToken, type Sessions } from './sessions.ts'
import { revokeAll, revokeOfRequest, type Scope } from './store-sessions.ts'
import {
  claimGuest,
  deleteGuard,
  emailExists,
  guardOf,
  insertMail,
  inviterOf,
  saveGuard,
  userById,
  userByName,
  type UserRow,
} from './store.ts'
import { signedInView } from './views.ts'

export { openSessions, type Sessions } from './sessions.ts'
export { openPasswords, type PasswordPolicy, type Passwords } from './passwords.ts'
export { openDocuments, type Documents } from './documents.ts'
export { openPapers, type Papers } from './papers.ts'
export { openMail, type MailTransport } from './mail.ts'
export { feeRates } from './fees.ts'

/** What this area needs from outside the request. */
export type AccountParts = {
  readonly chance: Chance
  /** The key for HMACs of codes, outside the database. */
  readonly codeSecret: Buffer
  readonly passwords: Passwords
  readonly passwordPolicy: PasswordPolicy
  readonly sessions: Sessions
  readonly documents: Documents
  /** True only where nobody but this machine can ask and no mail is sent: answers then carry the code. */
  readonly codeInAnswer: boolean
  /** The title of the interface (rulebook §31 `ui.title`). */
  readonly title: string
  readonly traditional: Traditional
}

/** Sign-up is tried before there is a person, so its keys belong to nobody: also when a guest's token comes along. */
function signUpRequest(request: KeyedRequest | undefined): KeyedRequest | undefined {
  if (request === undefined) return undefined
  // A stored answer has no token; who finds one without gets a new token.
  const encode = (answer: unknown): string => request.encode({ ...(answer as UserWithToken), token: '' })
  return { ...request, scope: 0, encode }
}

/** Issues the token of a sign-up, and again for whoever repeats the request: the earlier one then ends. */
async function withToken(
  tx: Tx,
  row: UserRow,
  scope: Scope,
  { context, parts, ended }: { context: Context; parts: AccountParts; ended: number[] },
): Promise<UserWithToken> {
  const { now, agent, request } = context
  if (request !== undefined) ended.push(...(await revokeOfRequest(tx, row.id, request.key, now)))
  const { chance } = parts
  const issued = await issueToken(tx, { userId: row.id, scope, agent, now, chance, requestKey: request?.key })
  ended.push(...issued.ended)
  return signedInView(row, issued.token)
}

type SignUp = (tx: Tx, ended: number[]) => Promise<UserWithToken | Refusal>

async function signUp(context: Context, parts: AccountParts, scope: Scope, userId: number | undefined, work: SignUp) {
  const { db } = context
  const ended: number[] = []
  const command = { userId, request: signUpRequest(context.request) }
  const outcome = await runOne(db, command, async (tx) => [await work(tx, ended)])
  const answer = accepted(outcome)
  if (answer.token !== '') {
    parts.sessions.forget(ended)
    return answer
  }
  const again = await db.transaction().execute(async (tx) => {
    await lockUsers(tx, [answer.id])
    const row = await userById(tx, answer.id)
    if (row === undefined || row.state === 'CLOSING' || row.state === 'CLOSED') return refuse('wrong_state')
    return withToken(tx, row, scope, { context, parts, ended })
  })
  parts.sessions.forget(ended)
  return again
}

/** Opens an account without e-mail, with the same simulated money as everybody's (rulebook §4.1, §34-15). */
export function openGuest(
  input: Input<typeof account.guest>,
  context: Context,
  parts: AccountParts,
): Promise<UserWithToken> {
  const language = input.language ?? context.language
  return signUp(context, parts, 'session', undefined, async (tx, ended) => {
    const row = await openAccount(
      tx,
      {
        state: 'GUEST',
        email: undefined,
        passwordHash: undefined,
        invitedBy: undefined,
        language,
        agreement: {},
        now: context.now,
      },
      parts.chance,
    )
    return withToken(tx, row, 'session', { context, parts, ended })
  })
}

/**
 * Registers an individual by e-mail, or makes a guest one who keeps everything (rulebook §4.2). Refuses:
 * password_format, code_incorrect, code_expired, email_taken, invitation_invalid, wrong_state, unavailable.
 */
export async function register(
  input: Input<typeof account.register>,
  context: Context,
  parts: AccountParts,
): Promise<UserWithToken> {
  const { email, password } = input
  const { db, now, language } = context
  const names = [email, email.slice(0, email.indexOf('@'))]
  const rule = brokenRule(password, { names, policy: parts.passwordPolicy })
  if (rule !== undefined) refuse('password_format', { field: 'password', values: { rule } })
  const attempt: CodeAttempt = { email, purpose: 'register', code: input.emailCode, now, secret: parts.codeSecret }
  // Only a right code is worth the work of hashing, and no transaction waits for it.
  const passwordHash = (await wouldPass(db, attempt)) ? await parts.passwords.hash(password) : undefined
  const guestId = context.person?.state === 'GUEST' ? context.person.userId : undefined
  return signUp(context, parts, 'onboard', guestId, async (tx, ended) => {
    const code = await checkCode(tx, attempt)
    if (isRefusal(code)) return code
    if (passwordHash === undefined) return refusal('try_again')
    if (await emailExists(tx, email)) return refusal('email_taken', { field: 'email' })
    const invitedBy = input.invitationCode === undefined ? undefined : await inviterOf(tx, input.invitationCode)
    if (input.invitationCode !== undefined && (invitedBy === undefined || invitedBy === guestId))
      return refusal('invitation_invalid', { field: 'invitationCode' })
    const agreement = parts.documents.hashes(language)
    const details = { email, passwordHash, invitedBy, agreement, now }
    const row =
      guestId === undefined
        ? await openAccount(tx, { ...details, state: 'ACTIVE', language }, parts.chance)
        : await claimGuest(tx, guestId, details)
    if (row === undefined) return refusal('wrong_state')
    await markUsed(tx, code.id, now)
    if (guestId !== undefined) ended.push(...(await revokeAll(tx, guestId, now)))
    return withToken(tx, row, 'onboard', { context, parts, ended })
  })
}

type CodeAnswer = Answer<typeof account.sendEmailCode>

/**
 * Sends a code to an address (rulebook §4.3). The answer is the same whether or not somebody has the address: only
 * its owner reads the difference. Refuses: code_too_soon, too_many_requests, wrong_state when a code for the
 * transaction password is asked for by anybody but the owner of the address.
 */
export async function sendEmailCode(
  input: Input<typeof account.sendEmailCode>,
  context: Context,
  parts: AccountParts,
): Promise<CodeAnswer> {
  const { email, purpose } = input
  const { db, now, language, network } = context
  const { chance, codeSecret: secret, title, traditional } = parts
  const request =
    context.request === undefined ? undefined : { ...context.request, encode: encodeWithoutCode(context.request) }
  const outcome = await runOne(db, { userId: undefined, request }, async (tx) => {
    if (purpose === 'payPassword' && !(await isOwn(tx, email, context))) return [refusal('wrong_state')]
    const issued = await issueCode(tx, { email, purpose }, { network, now, secret, chance })
    if (isRefusal(issued)) return [issued]
    const isKnown = await emailExists(tx, email)
    const text = codeMail({ purpose, code: issued.code, isKnown, title, language, traditional })
    if (text !== undefined) await insertMail(tx, { recipient: email, ...text }, now)
    const answer: CodeAnswer = {
      expiresInSeconds: settings.emailCode.lifeMinutes * 60,
      resendInSeconds: settings.emailCode.resendSeconds,
      devCode: parts.codeInAnswer ? issued.code : undefined,
    }
    return [answer]
  })
  return accepted(outcome)
}

const encodeWithoutCode =
  (request: KeyedRequest) =>
  (answer: unknown): string => {
    const kept: CodeAnswer = { ...(answer as CodeAnswer), devCode: undefined }
    return request.encode(kept)
  }

async function isOwn(tx: Tx, email: string, { person }: Context): Promise<boolean> {
  return person !== undefined && (await userById(tx, person.userId))?.email === email
}

/** Attempts with one name from one network are looked at one after the other, so that none slips past the limit. */
const attempts = new Map<string, Promise<unknown>>()

async function oneByOne<T>(name: string, work: () => Promise<T>): Promise<T> {
  const before = attempts.get(name) ?? Promise.resolve()
  const mine = before.then(work, work)
  attempts.set(name, mine)
  try {
    return await mine
  } finally {
    if (attempts.get(name) === mine) attempts.delete(name)
  }
}

/**
 * Signs a person in by user ID or e-mail (rulebook §5). Refuses: wrong_credentials, for an unknown name after the
 * same work as for a wrong password; too_many_attempts, before any password is hashed; unavailable.
 */
export async function signIn(
  { username, password }: Input<typeof account.login>,
  context: Context,
  parts: AccountParts,
): Promise<UserWithToken> {
  const { db, now, agent, network } = context
  const name = username.toLowerCase()
  return oneByOne(`${network} ${name}`, async () => {
    const guard = await guardOf(db, name, network)
    const locked = lockOf(guard, now)
    if (locked !== undefined) return accepted<UserWithToken>(locked)
    const user = await userByName(db, name)
    const isRight = await parts.passwords.matches(password, user?.passwordHash)
    if (!isRight || user === undefined || user.state === 'CLOSING' || user.state === 'CLOSED') {
      await saveGuard(db, name, network, afterFailure(guard, now))
      return refuse('wrong_credentials')
    }
    const { chance, sessions } = parts
    const issued = await db.transaction().execute(async (tx) => {
      if (guard !== undefined) await deleteGuard(tx, name, network)
      return issueToken(tx, { userId: user.id, scope: 'session', agent, now, chance, requestKey: undefined })
    })
    sessions.forget(issued.ended)
    return signedInView(user, issued.token)
  })
}
