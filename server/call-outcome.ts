import type { RefusalWord } from '@mex/core/refusal.ts'

/**
 * What came of something that somebody has sent, in words of our own: `accepted`, the word of a refusal, or why it was
 * turned away before anybody looked at its content.
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
  /** The path as the contract writes it, never as it was sent; 'any' before it is known. */
  readonly call: string
  readonly outcome: Outcome
  /** Whose token was sent or, where nobody has signed in, whose account it was about; undefined for strangers. */
  readonly user?: number | undefined
  /** The address of the caller, as limits count it. */
  readonly network: string
  /** The number of the request, which its answer carries too. */
  readonly request?: string | undefined
}

/** Who is told what came of everything that is sent. */
export type Note = (happened: CallOutcome) => void
