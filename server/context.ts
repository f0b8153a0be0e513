import type { Language } from '@mex/contract/language.ts'
import type { Feed } from '#feeds/feed.ts'
import type { KeyedRequest } from '#db/requests.ts'
import type { Database } from '#db/sql.ts'

/** Who is calling, as the session says. */
export type Person = {
  readonly userId: number
  readonly state: 'GUEST' | 'ACTIVE'
  readonly userType: 2 | 4
  readonly language: Language
  /** Which session this is, so that a person can end the others. */
  readonly sessionId: number
}

/** What every handler gets: time, prices and the store are parameters here too. */
export type Context = {
  readonly db: Database
  readonly feed: Feed
  /** Epoch milliseconds of the market clock, read once per request. */
  readonly now: number
  /** The same of the wall clock, for codes, locks and sessions. */
  readonly wallNow: number
  readonly language: Language
  /** Who has signed in; for calls of `onboarding` also who has just registered. */
  readonly person: Person | undefined
  /** Whose token serves to finish a registration alone. Calls for anyone, uploads above all, may go by it. */
  readonly registering: Person | undefined
  /** Address of the caller, for limits that hold before sign-in. */
  readonly network: string
  readonly agent: string
  /** The host that the browser sees, with its port: what passkeys are bound to. */
  readonly host: string
  /** True for somebody at this machine who asks through no proxy: then alone may an answer have a code in it. */
  readonly isFromThisMachine: boolean
  /** Says whose account a call is about where nobody has signed in: for the security log alone. */
  readonly concerns: (userId: number) => void
  /** Present when the call keeps its answer under an idempotency key. */
  readonly request: KeyedRequest | undefined
}

export type PersonContext = Context & { readonly person: Person }

/** Whose turn it is where callers are served in turn: a person wherever they are, anybody else by the network. */
export const callerName = ({ person, network }: Pick<Context, 'person' | 'network'>): string =>
  person === undefined ? network : `person ${person.userId}`
