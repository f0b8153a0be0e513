import type { UserWithToken } from '@mex/contract/account/shapes.ts'
import { accepted, isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import type { Context } from '#context.ts'
import { lockUsers, runOne } from '#db/lane.ts'
import { storedAnswer, type IdempotentRequest } from '#db/idempotency-keys.ts'
import { inTransaction, type Tx } from '#db/sql.ts'
import type { AccountDependencies } from './dependencies.ts'
import { issueToken } from './sessions.ts'
import { isUndisturbed, revokeByRequest, type Scope } from './store-sessions.ts'
import { userById, type UserRow, type UserState } from './store.ts'
import { signedInView } from './views.ts'

/** The stored answer of a sign-up for retries: contains no credential and no personal data. */
type SignUpRecord = {
  readonly userId: number
  /** The state of the account after the sign-up. */
  readonly state: UserState
  /** HMAC of the network of the request. */
  readonly network: string
  readonly at: number
}

type SignedUp =
  | { readonly kind: 'opened'; readonly user: UserWithToken; readonly state: UserState }
  | { readonly kind: 'repeated'; readonly record: SignUpRecord; readonly keyHash: Buffer }

/** A kind of sign-up: the scope of its token, and the refusal of a retry that is too late or from another network. */
export type SignUp = {
  readonly scope: Scope
  /** The guest who registers; undefined for a new user. */
  readonly guestId: number | undefined
  readonly tooLate: Refusal
}

/** Opens or claims an account; adds the sessions that it revokes to `ended`. */
type Open = (tx: Tx, ended: number[]) => Promise<UserRow | Refusal>

const networkHmac = ({ network }: Context, { encryption }: AccountDependencies): string =>
  encryption.digest('network', network).toString('base64')

/** A sign-up has no user yet, so its idempotency keys have no user as scope, even if a guest sends a token. */
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

/** Whether a sign-up has been answered before. */
export const isRepeated = async (context: Context, dependencies: AccountDependencies): Promise<boolean> =>
  (await storedAnswer(context.db, signUpRequest(context, dependencies))) !== undefined

/** Issues the token of a sign-up; a retry gets a new token and revokes the earlier one. */
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
  })
  ended.push(...issued.ended)
  return signedInView(row, issued.token)
}

/**
 * The user of a retried sign-up, if the answer may be repeated: within seconds, from the same network, while the
 * account is in the state after the sign-up and none of its sessions was revoked since (docs/decisions/012).
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

/** Runs a sign-up, or answers a retry. */
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
