import { hash } from 'node:crypto'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { columns, sql, type Tx } from './sql.ts'

/**
 * A request that may be repeated under the same idempotency key. The answer is stored in the same commit as the effect,
 * in its wire form and without tokens or codes, under (user, call, hash of the key).
 */
export type IdempotentRequest = {
  /** The user id; 0 before sign-in. */
  readonly scope: number
  readonly call: string
  /** The key itself is not stored: see `idempotencyKeyHash`. */
  readonly keyHash: Buffer
  /** HMAC of the body: the same key with other content is refused. */
  readonly body: Buffer
  /** The answer as JSON text, and back. */
  readonly encode: (answer: unknown) => string
  readonly decode: (text: string) => unknown
}

/** `duplicate` is the second command of one list under the same key: it gets the answer of the first, at that index. */
export type Claim =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'reused' }
  | { readonly kind: 'stored'; readonly answer: unknown }
  | { readonly kind: 'duplicate'; readonly of: number; readonly request: IdempotentRequest }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Keys are UUIDs: shorter keys of two clients could collide (docs/decisions/012). */
export const isIdempotencyKey = (text: string): boolean => uuid.test(text)

/** The stored form of a key. A UUID has too many values to be guessed from its hash, so the hash needs no secret. */
export const idempotencyKeyHash = (key: string): Buffer => hash('sha256', key.toLowerCase(), 'buffer')

type Stored = { readonly refusal?: Refusal; readonly answer?: string }

type Place = { readonly scope: number; readonly call: string; readonly keyHash: Buffer }

const placeOf = ({ scope, call, keyHash }: Place): string => `${scope} ${call} ${keyHash.toString('hex')}`

/**
 * Claims the keys of a list in key order. A claim that another transaction holds waits for it, and then finds its
 * stored answer. Requests without a key are always fresh.
 */
export async function claimIdempotencyKeys(
  tx: Tx,
  requests: readonly (IdempotentRequest | undefined)[],
): Promise<Claim[]> {
  const keyed = requests.filter((request) => request !== undefined)
  if (keyed.length === 0) return requests.map(() => ({ kind: 'fresh' }))
  // Of several requests under one key the first is decided, so the key is bound to its content.
  const ordered = [...new Map(keyed.toReversed().map((request) => [placeOf(request), request])).values()].toSorted(
    (left, right) => (placeOf(left) < placeOf(right) ? -1 : 1),
  )
  const { rows: claimed } = await sql<Place>`
    insert into request_key (scope, call, key_hash, body)
    select * from ${columns(ordered, ['bigint', (row) => row.scope], ['text', (row) => row.call], ['bytea', (row) => row.keyHash], ['bytea', (row) => row.body])}
    on conflict do nothing returning scope, call, key_hash as "keyHash"`.execute(tx)
  const fresh = new Set(claimed.map(placeOf))
  const lost = ordered.filter((request) => !fresh.has(placeOf(request)))
  const stored = new Map((await storedAnswers(tx, lost)).map((row) => [placeOf(row), row]))
  const seen = new Map<string, { readonly index: number; readonly body: Buffer }>()
  return requests.map((request, index): Claim => {
    if (request === undefined) return { kind: 'fresh' }
    const id = placeOf(request)
    const found = stored.get(id)
    if (found !== undefined)
      return found.body.equals(request.body)
        ? { kind: 'stored', answer: readAnswer(found.answer, request) }
        : { kind: 'reused' }
    const first = seen.get(id)
    if (first !== undefined)
      return first.body.equals(request.body) ? { kind: 'duplicate', of: first.index, request } : { kind: 'reused' }
    seen.set(id, { index, body: request.body })
    return { kind: 'fresh' }
  })
}

type StoredRow = Place & { readonly body: Buffer; readonly answer: Stored | null }

/**
 * Locks what it reads: the transaction then waits for the standby of the database as one that writes does. A commit whose wait was cancelled can be
 * read here and be missing there.
 */
async function storedAnswers(tx: Tx, requests: readonly IdempotentRequest[]): Promise<StoredRow[]> {
  if (requests.length === 0) return []
  const { rows } = await sql<StoredRow>`
    select request_key.scope, request_key.call, request_key.key_hash as "keyHash", request_key.body, request_key.answer
    from ${columns(requests, ['bigint', (row) => row.scope], ['text', (row) => row.call], ['bytea', (row) => row.keyHash])} as lost (scope, call, key_hash)
    join request_key using (scope, call, key_hash)
    order by request_key.key_hash for key share of request_key`.execute(tx)
  return rows
}

function readAnswer(stored: Stored | null, request: IdempotentRequest): unknown {
  if (stored === null) return { refused: 'try_again' } satisfies Refusal
  if (stored.refusal !== undefined) return stored.refusal
  return stored.answer === undefined ? undefined : request.decode(stored.answer)
}

/** The answer of a command for its duplicate in the same list, as if it had been read from the table. */
export const duplicateAnswer = (request: IdempotentRequest, answer: unknown): unknown =>
  isRefusal(answer) ? answer : request.decode(request.encode(answer))

/** Refusals that are not stored (specification, calls A): the client repeats these requests with the same key. */
const passing = new Set(['too_many_requests', 'duplicate_request', 'unavailable', 'try_again'])

/** Stores the answers of a list in the commit of their effects; a temporary refusal releases its key. */
export async function recordAnswers(
  tx: Tx,
  answers: readonly { readonly request: IdempotentRequest | undefined; readonly answer: unknown }[],
): Promise<void> {
  const kept: { request: IdempotentRequest; stored: Stored }[] = []
  const returned: IdempotentRequest[] = []
  for (const { request, answer } of answers) {
    if (request === undefined) continue
    const refused = isRefusal(answer) ? answer : undefined
    if (refused !== undefined && passing.has(refused.refused)) returned.push(request)
    else
      kept.push({ request, stored: refused !== undefined ? { refusal: refused } : { answer: request.encode(answer) } })
  }
  if (kept.length > 0)
    await sql`
      update request_key set answer = given.answer
      from ${columns(kept, ['bigint', (row) => row.request.scope], ['text', (row) => row.request.call], ['bytea', (row) => row.request.keyHash], ['jsonb', (row) => JSON.stringify(row.stored)])} as given (scope, call, key_hash, answer)
      where request_key.scope = given.scope and request_key.call = given.call and request_key.key_hash = given.key_hash`.execute(
      tx,
    )
  if (returned.length > 0)
    await sql`
      delete from request_key using ${columns(returned, ['bigint', (row) => row.scope], ['text', (row) => row.call], ['bytea', (row) => row.keyHash])} as given (scope, call, key_hash)
      where request_key.scope = given.scope and request_key.call = given.call and request_key.key_hash = given.key_hash`.execute(
      tx,
    )
}

/** The stored answer of a request with the same content, if it has a key and there is one. */
export async function storedAnswer(
  tx: Tx,
  request: IdempotentRequest | undefined,
): Promise<{ readonly answer: unknown } | undefined> {
  if (request === undefined) return undefined
  const [row] = await storedAnswers(tx, [request])
  if (row === undefined || row.answer === null || !row.body.equals(request.body)) return undefined
  return { answer: readAnswer(row.answer, request) }
}

/** Deletes expired idempotency keys (rulebook §31 `idem.ttlHours`). */
export async function forgetIdempotencyKeys(tx: Tx, olderThanHours = 24): Promise<void> {
  await sql`delete from request_key where created_at < now() - make_interval(hours => ${olderThanHours}::int)`.execute(
    tx,
  )
}
