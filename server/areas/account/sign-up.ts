import type { UserWithToken } from '@mex/contract/account/shapes.ts'
import { accepted, isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Context } from '#context.ts'
import { lockUsers, runOne } from '#db/lane.ts'
import type { IdempotentRequest } from '#db/idempotency-keys.ts'
import { inTransaction, type Tx } from '#db/sql.ts'
import type { AccountDependencies } from './dependencies.ts'
import { issueToken } from './sessions.ts'
import { isUndisturbed, revokeByRequest, type Scope } from './store-sessions.ts'
import { userById, type UserRow, type UserState } from './store.ts'
import { signedInView } from './views.ts'

/** What is kept of a sign-up for whoever repeats the request: no credential, and nothing about the person. */
type SignUpRecord = {
  readonly userId: number
  /** What the sign-up made of the account. */
  readonly state: UserState
  /** HMAC of the network that it came from. */
  readonly network: string
  readonly at: number
}

type SignedUp =
  | { readonly kind: 'opened'; readonly user: UserWithToken; readonly state: UserState }
  | { readonly kind: 'repeated'; readonly record: SignUpRecord; readonly keyHash: Buffer }

/** A sign-up: whose token it opens, and what a repetition is told that comes too late or from elsewhere. */
export type SignUp = {
  readonly scope: Scope
  /** A guest who registers; everybody else is nobody yet. */
  readonly guestId: number | undefined
  readonly tooLate: Refusal
}

/** Opens or claims an account; sessions that end with that are added to `ended`. */
type Open = (tx: Tx, ended: number[]) => Promise<UserRow | Refusal>

const networkHmac = ({ network }: Context, { encryption }: AccountDependencies): string =>
  encryption.digest('network', network).toString('base64')

/** Sign-up is tried before there is a person, so its keys belong to nobody: also when a guest's token comes along. */
function signUpRequest(context: Context, dependencies: AccountDependencies): IdempotentRequest | undefined {
  const { request, wallNow: at } = context
  if (request === undefined) return undefined
  return {
    ...request,
    scope: 0,
    encode(answer) {
      const { user, state } = answer as Extract<SignedUp, { kind: 'opened' }>
      return JSON.stringify({
        userId: user.id,
        state,
        network: networkHmac(context, dependencies),
        at,
      } satisfies SignUpRecord)
    },
    decode: (text): SignedUp => ({
      kind: 'repeated',
      record: JSON.parse(text) as SignUpRecord,
      keyHash: request.keyHash,
    }),
  }
}

/** Issues the token of a sign-up, and again for whoever repeats the request: the earlier one then ends. */
async function withToken(
  tx: Tx,
  row: UserRow,
  scope: Scope,
  { context, dependencies, ended }: { context: Context; dependencies: AccountDependencies; ended: number[] },
): Promise<UserWithToken> {
  const { wallNow: now, agent, request } = context
  const idempotencyKeyHash = request?.keyHash
  if (idempotencyKeyHash !== undefined) ended.push(...(await revokeByRequest(tx, row.id, idempotencyKeyHash, now)))
  const issued = await issueToken(tx, {
    userId: row.id,
    scope,
    agent,
    now,
    randomness: dependencies.randomness,
    idempotencyKeyHash,
  , })
  ended.push(...issued.ended)
  return signedInView(row, issued.token)
}

/**
 * The person of a sign-up that is repeated, if the answer may be given again: within seconds, to the same network, while
 * the account is what the sign-up made of it and no session of it has ended since (docs/decisions/012).
 */
async function repeatable(
  tx: Tx,
  { record: { userId, state, network, at }, keyHash }: Extract<SignedUp, { kind: 'repeated' }>,
  { context, dependencies }: { context: Context; dependencies: AccountDependencies },
): Promise<UserRow | undefined> {
  const age = context.wallNow - at
  if (age < 0 || age > settings.token.repeatSeconds * 1000 || network !== networkHmac(context, dependencies))
    return undefined
  await lockUsers(tx, [userId])
  const row = await userById(tx, userId)
  return row?.state === state && (await isUndisturbed(tx, userId, keyHash)) ? row : undefined
}

/** Runs a sign-up, or answers one that is repeated. */
export async function signUp(
  context: Context,
  dependencies: AccountDependencies,
  { scope, guestId, tooLate }: SignUp,
  open: Open,
): Promise<UserWithToken> {
  const ended: number[] = []
  const issue = { context, dependencies, ended }
  const request = signUpRequest(context, dependencies)
  const command = { userId: guestId, request }
  const outcome = accepted(
    await runOne(context.db, command, async (tx): Promise<[SignedUp | Refusal]> => {
      const row = await open(tx, ended)
      if (isRefusal(row)) return [row]
      return [{ kind: 'opened', user: await withToken(tx, row, scope, issue), state: row.state }]
    }),
  )
  if (outcome.kind === 'opened') {
    context.concerns(outcome.user.id)
    dependencies.sessions.dropRevoked(ended)
    return outcome.user
  }
  context.concerns(outcome.record.userId)
  const user = await inTransaction(context.db, async (tx) => {
    const row = await repeatable(tx, outcome, issue)
    return row === undefined ? undefined : withToken(tx, row, scope, issue)
  })
  dependencies.sessions.dropRevoked(ended)
  return user ?? accepted<UserWithToken>(tooLate)
}
