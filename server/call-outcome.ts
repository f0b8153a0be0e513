import type { RefusalWord } from '@mex/core/refusal.ts'

/**
 * The outcome of a request, as the log names it: `accepted`, the word of a refusal, or why the request was rejected before
 * its content was read.
 */
export type Outcome =
  | 'accepted'
  | RefusalWord
  | 'no_token'
  | 'unknown_token'
  | 'token_of_registration'
  | 'closed_account'
  | 'foreign_page'
  | 'foreign_host'
  | 'too_many_sockets'
  | 'too_many_connections'
  | 'no_such_address'
  | 'no_such_picture'
  | 'unreadable'
  | 'too_large'
  | 'forwarded_by_a_stranger'
  | 'failed'

export type CallOutcome = {
  /** The path in the contract, never the path that the client sent; '/' for a request without a call. */
  readonly call: string
  readonly outcome: Outcome
  /** The user of the token, else the user whose account the request was about, else undefined. */
  readonly user?: number | undefined
  /** The network of the caller, as rate limits count it. */
  readonly network: string
  /** The request id, which the answer has in `X-Request-Id`. */
  readonly request?: string | undefined
}

/** Receives the outcome of every request. */
export type RecordOutcome = (outcome: CallOutcome) => void
