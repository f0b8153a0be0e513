import { hash as digest } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { settings } from '@mex/core/settings.ts'
import type { Randomness } from '#randomness.ts'
import type { Identity } from '#context.ts'
import type { Database, Tx } from '#db/sql.ts'
import { idleSince } from './open-sessions.ts'
import {
  insertSession,
  revokedSince,
  revokeOldest,
  tokensOf,
  touchSession,
  type Scope,
  type TokenRow,
} from './store-sessions.ts'

const life = settings.token
const minute = 60_000
const day = 86_400_000
const tokenBytes = 32

/** Only the hash of a token is stored and cached. */
const hashOf = (token: string): Buffer => digest('sha256', token, 'buffer')

export type IssuedToken = { readonly token: string; readonly sessionId: number; readonly ended: readonly number[] }

/**
 * Opens a session of a user: the token of 256 random bits is returned once. At most `token.perUserMax` stay open;
 * `ended` are the oldest, now revoked: the caller passes them to `Sessions.dropRevoked` after the commit.
 */
export async function issueToken(
  tx: Tx,
  given: {
    readonly userId: number
    readonly scope: Scope
    readonly agent: string
    readonly now: number
    readonly randomness: Randomness
    readonly idempotencyKeyHash: Buffer | undefined
  },
): Promise<IssuedToken> {
  const { userId, scope, agent, now, randomness, idempotencyKeyHash } = given
  const token = randomness.bytes(tokenBytes).toString('base64url')
  const lifetime = scope === 'onboard' ? life.onboardHours * 60 * minute : life.absoluteDays * day
  const expiresAt = now + lifetime
  const sessionId = await insertSession(tx, {
    hash: hashOf(token),
    userId,
    scope,
    agent,
    now,
    expiresAt,
    idempotencyKeyHash,
  })
  const ended = await revokeOldest(tx, userId, life.perUserMax, now)
  return { token, sessionId, ended }
}

export type Sessions = {
  /** The identity behind a token at `now` (epoch ms of the wall clock). */
  authenticate(token: string, now: number): Promise<Identity>
  /** Removes sessions from the cache after the transaction that revoked them has committed. */
  dropRevoked(sessionIds: readonly number[]): void
  /** Invalidates cached sessions whose account has changed and closes their sockets; the next call reads them again. */
  invalidate(sessionIds: readonly number[]): void
  /** Drops the sessions that other servers have ended: call it every second. */
  dropElsewhereRevoked(now: number): Promise<void>
  /** Sets the listener for sessions that end while they are cached: it closes their sockets. */
  onEnded(listener: (userId: number, sessionId: number) => void): void
}

type CachedSession = { readonly row: TokenRow; readonly readAt: number; lastSeenAt: number }

const cachedMax = 50_000
const endedMax = 10_000
/** A session that another process revoked is noticed within this time. */
const cacheMilliseconds = minute
/** The same where several servers end sessions. */
export const sharedCacheMilliseconds = 1000
/** A commit may be seen this much later than the time that it notes, with what the clocks of the machines differ by. */
const lateMilliseconds = 600_000

function keepNewest(ids: Set<number>, most: number): void {
  for (const oldest of ids) {
    if (ids.size <= most) break
    ids.delete(oldest)
  }
}

/**
 * Reads tokens, those of one turn of the event loop in one statement: where several servers end sessions, a burst of calls would otherwise take all
 * connections for a moment.
 */
function openTokenReader(db: Database): (hash: Buffer) => Promise<TokenRow | undefined> {
  let next: Promise<ReadonlyMap<string, TokenRow>> | undefined
  let hashes: Buffer[] = []

  async function readAll(): Promise<ReadonlyMap<string, TokenRow>> {
    await setImmediate()
    const asked = hashes
    next = undefined
    hashes = []
    return new Map((await tokensOf(db, asked)).map(({ hash, ...row }) => [hash.toString('base64'), row]))
  }
  return async (hash) => {
    hashes.push(hash)
    next ??= readAll()
    return (await next).get(hash.toString('base64'))
  }
}

function personOf({ userId, state, userType, language, sessionId }: TokenRow) {
  return { userId, state: state === 'GUEST' ? 'GUEST' : 'ACTIVE', userType, language, sessionId } as const
}

/** Caches the sessions in use, so that authentication needs no query per call. */
export function openSessions(db: Database, { keptMilliseconds = cacheMilliseconds } = {}): Sessions {
  const tokenOf = openTokenReader(db)
  const cached = new Map<string, CachedSession>()
  const tokens = new Map<number, string>()
  /** Revoked sessions: a concurrent read must not put one back into the cache. */
  const ended = new Set<number>()
  let listener = (_userId: number, _sessionId: number): void => undefined

  function drop(key: string, found: CachedSession): void {
    cached.delete(key)
    tokens.delete(found.row.sessionId)
  }

  async function look(key: string, hash: Buffer, now: number): Promise<CachedSession | undefined> {
    const found = cached.get(key)
    if (found !== undefined && now >= found.readAt && now - found.readAt < keptMilliseconds) return found
    const row = await tokenOf(hash)
    if (found !== undefined) drop(key, found)
    if (row === undefined || ended.has(row.sessionId)) return undefined
    const fresh = { row, readAt: now, lastSeenAt: row.lastSeenAt }
    cached.set(key, fresh)
    tokens.set(row.sessionId, key)
    for (const [oldest, entry] of cached) {
      if (cached.size <= cachedMax) break
      drop(oldest, entry)
    }
    return fresh
  }

  async function authenticate(token: string, now: number): Promise<Identity> {
    const hash = hashOf(token)
    const found = await look(hash.toString('base64'), hash, now)
    if (found === undefined) return { kind: 'anonymous' }
    const { row } = found
    if (now >= row.expiresAt || found.lastSeenAt <= idleSince(now)) return { kind: 'anonymous' }
    if (row.state === 'CLOSING' || row.state === 'CLOSED') return { kind: 'closed', userId: row.userId }
    if (now - found.lastSeenAt >= life.refreshMinutes * minute) {
      found.lastSeenAt = now
      await touchSession(db, row.sessionId, row.userId, now)
    }
    return { kind: row.scope === 'session' ? 'user' : 'onboarding', person: personOf(row) }
  }

  function invalidate(sessionIds: readonly number[]): void {
    for (const id of sessionIds) {
      const key = tokens.get(id)
      const found = key === undefined ? undefined : cached.get(key)
      if (key !== undefined) cached.delete(key)
      tokens.delete(id)
      if (found !== undefined) listener(found.row.userId, id)
    }
  }

  function dropRevoked(sessionIds: readonly number[]): void {
    for (const id of sessionIds) ended.add(id)
    invalidate(sessionIds)
    keepNewest(ended, endedMax)
  }

  return {
    authenticate,
    dropRevoked,
    invalidate,
    dropElsewhereRevoked: async (now) =>
      dropRevoked((await revokedSince(db, now - lateMilliseconds)).filter((id) => tokens.has(id))),
    onEnded: (added) => void (listener = added),
  }
}
