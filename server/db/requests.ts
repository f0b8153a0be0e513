import type { Refusal } from '@mex/core/refusal.ts'
import { columns, sql, type Tx } from './sql.ts'

/**
 * A request that may be sent again under the same key. The answer is kept in the same commit as the effect, in its
 * wire form and without tokens or codes, and is found again by (who, call, key).
 */
export type KeyedRequest = {
  /** The person's id; 0 before sign-in. */
  readonly scope: number
  readonly call: string
  readonly key: string
  /** HMAC of the body: the same key with other content is refused. */
  readonly body: Buffer
  /** The answer as JSON text, and back. */
  readonly encode: (answer: unknown) => string
  readonly decode: (text: string) => unknown
}

export type Claim =
  | { readonly kind: 'fresh' }
  | { readonly kind: 'reused' }
  | { readonly kind: 'stored'; readonly answer: unknown }

type Stored = { readonly refusal?: Refusal; readonly answer?: string }

const same = (request: KeyedRequest): string => `${request.scope} ${request.call} ${request.key}`

/**
 * Claims the keys of a list in key order. A claim that another transaction holds waits for it, and then finds its
 * stored answer. Requests without a key are always fresh.
 */
export async function claimRequests(tx: Tx, requests: readonly (KeyedRequest | undefined)[]): Promise<Claim[]> {
  const keyed = requests.filter((request) => request !== undefined)
  if (keyed.length === 0) return requests.map(() => ({ kind: 'fresh' }))
  const ordered = [...new Map(keyed.map((request) => [same(request), request])).values()].toSorted((left, right) =>
    same(left) < same(right) ? -1 : 1,
  )
  const { rows: claimed } = await sql<{ scope: number; call: string; key: string }>`
    insert into request_key (scope, call, key, body)
    select * from ${columns(ordered, ['bigint', (row) => row.scope], ['text', (row) => row.call], ['text', (row) => row.key], ['bytea', (row) => row.body])}
    on conflict do nothing returning scope, call, key`.execute(tx)
  const fresh = new Set(claimed.map((row) => `${row.scope} ${row.call} ${row.key}`))
  const lost = ordered.filter((request) => !fresh.has(same(request)))
  const stored = new Map((await storedAnswers(tx, lost)).map((row) => [`${row.scope} ${row.call} ${row.key}`, row]))
  const seen = new Map<string, KeyedRequest>()
  return requests.map((request): Claim => {
    if (request === undefined) return { kind: 'fresh' }
    const id = same(request)
    const found = stored.get(id)
    if (found !== undefined)
      return found.body.equals(request.body)
        ? { kind: 'stored', answer: readAnswer(found.answer, request) }
        : { kind: 'reused' }
    // Twice in one list: the second cannot see the first's answer yet, so the client is told to come back.
    const first = seen.get(id)
    if (first !== undefined)
      return {
        kind: 'stored',
        answer: { refused: first.body.equals(request.body) ? 'try_again' : 'request_key_reused' },
      }
    seen.set(id, request)
    return { kind: 'fresh' }
  })
}

type StoredRow = { scope: number; call: string; key: string; body: Buffer; answer: Stored | null }

async function storedAnswers(tx: Tx, requests: readonly KeyedRequest[]): Promise<StoredRow[]> {
  if (requests.length === 0) return []
  const { rows } = await sql<StoredRow>`
    select request_key.scope, request_key.call, request_key.key, request_key.body, request_key.answer
    from ${columns(requests, ['bigint', (row) => row.scope], ['text', (row) => row.call], ['text', (row) => row.key])} as lost (scope, call, key)
    join request_key using (scope, call, key)`.execute(tx)
  return rows
}

function readAnswer(stored: Stored | null, request: KeyedRequest): unknown {
  if (stored === null) return { refused: 'try_again' } satisfies Refusal
  if (stored.refusal !== undefined) return stored.refusal
  return stored.answer === undefined ? undefined : request.decode(stored.answer)
}

/** Never kept and never final (specification, calls A): the client repeats these with the same key. */
const passing = new Set(['too_many_requests', 'duplicate_request', 'unavailable', 'try_again'])

/** Keeps the answers of a list beside their effects; a passing refusal gives its key back. */
export async function recordAnswers(
  tx: Tx,
  answers: readonly { readonly request: KeyedRequest | undefined; readonly answer: unknown }[],
): Promise<void> {
  const kept: { request: KeyedRequest; stored: Stored }[] = []
  const returned: KeyedRequest[] = []
  for (const { request, answer } of answers) {
    if (request === undefined) continue
    const refused = refusalOf(answer)
    if (refused !== undefined && passing.has(refused.refused)) returned.push(request)
    else
      kept.push({ request, stored: refused !== undefined ? { refusal: refused } : { answer: request.encode(answer) } })
  }
  if (kept.length > 0)
    await sql`
      update request_key set answer = given.answer
      from ${columns(kept, ['bigint', (row) => row.request.scope], ['text', (row) => row.request.call], ['text', (row) => row.request.key], ['jsonb', (row) => JSON.stringify(row.stored)])} as given (scope, call, key, answer)
      where request_key.scope = given.scope and request_key.call = given.call and request_key.key = given.key`.execute(
      tx,
    )
  if (returned.length > 0)
    await sql`
      delete from request_key using ${columns(returned, ['bigint', (row) => row.scope], ['text', (row) => row.call], ['text', (row) => row.key])} as given (scope, call, key)
      where request_key.scope = given.scope and request_key.call = given.call and request_key.key = given.key`.execute(
      tx,
    )
}

function refusalOf(answer: unknown): Refusal | undefined {
  return typeof answer === 'object' && answer !== null && 'refused' in answer ? (answer as Refusal) : undefined
}

/** The answer that was kept for a request, with the same content, if there is one. */
export async function storedAnswer(tx: Tx, request: KeyedRequest): Promise<{ readonly answer: unknown } | undefined> {
  const [row] = await storedAnswers(tx, [request])
  if (row === undefined || row.answer === null || !row.body.equals(request.body)) return undefined
  return { answer: readAnswer(row.answer, request) }
}

/** Forgets the keys of requests that nobody repeats any more (rulebook §31 `idem.ttlHours`). */
export async function forgetRequests(tx: Tx, olderThanHours = 24): Promise<void> {
  await sql`delete from request_key where created_at < now() - make_interval(hours => ${olderThanHours}::int)`.execute(
    tx,
  )
}
