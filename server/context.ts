import type { Language } from '@mex/contract/language.ts'
import type { Feed } from '#feeds/feed.ts'
import type { IdempotentRequest } from '#db/idempotency-keys.ts'
import type { Database } from '#db/sql.ts'

/** The user of a session. */
export type Person = {
  readonly userId: number
  readonly state: 'GUEST' | 'ACTIVE'
  readonly userType: 2 | 4
  readonly language: Language
  /** The session of this request, so that a user can end the others. */
  readonly sessionId: number
}

/** Whom a token names (rulebook §5): nobody, a user, a user who may only register, or the owner of a closed account. */
export type Identity =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'user'; readonly person: Person }
  | { readonly kind: 'onboarding'; readonly person: Person }
  | { readonly kind: 'closed'; readonly userId: number }

/** The context of a call, a parameter of every handler: time, prices, database and caller. */
export type Context = {
  readonly db: Database
  readonly feed: Feed
  /** Epoch milliseconds of the market clock, read once per request. */
  readonly now: number
  /** Epoch milliseconds of the wall clock, for codes, locks and sessions. */
  readonly wallNow: number
  readonly language: Language
  /** The signed-in user; for `onboarding` calls also a user whose registration is not complete. */
  readonly person: Person | undefined
  /** The user of a token that may only finish a registration. Calls for anyone, such as uploads, may use it. */
  readonly registering: Person | undefined
  /** Network of the caller, for limits that apply before sign-in. */
  readonly network: string
  readonly agent: string
  /** The host in the browser's address bar, with its port: passkeys are bound to it. */
  readonly host: string
  /** True for a client on this machine without a proxy: only then may an answer contain a code. */
  readonly isFromThisMachine: boolean
  /** Sets the user of a call without a session, for the security log only. */
  readonly concerns: (userId: number) => void
  /** The idempotency key, if the client sent one and the call stores its answer. */
  readonly request: IdempotentRequest | undefined
}

export type PersonContext = Context & { readonly person: Person }

/** The key under which fair queues count a caller: the user, or the network without a session. */
export const callerName = ({ person, network }: Pick<Context, 'person' | 'network'>): string =>
  person === undefined ? network : `person ${person.userId}`
