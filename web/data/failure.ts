import type { Call } from '@mex/contract/call.ts'

/** Codes that are not the server's: the request was replaced by a newer one, or no answer came. */
export type FailureCode = number | 'abort' | 'network'

/** Why a call did not give its answer. */
export class CallFailure extends Error {
  readonly code: FailureCode
  /** The wire name of the request field that is at fault. */
  readonly field: string | undefined
  /** Everything that the refusal says: the field, and what the text's placeholders stand for. */
  readonly details: Readonly<Record<string, unknown>>
  /** When it came, by the device's clock: a wait that it asks for begins here. */
  readonly at = Date.now()

  constructor(code: FailureCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.name = 'CallFailure'
    this.code = code
    this.details = details
    const field = details['field']
    this.field = typeof field === 'string' ? field : undefined
  }
}

/** Answers after which the same intent is sent again with the same key (specification, calls A, "Stored answers"). */
const passing: readonly FailureCode[] = [401, 403, 1005, 1006, 1008, 1011, 500, 503, 'network', 'abort']

/** True when the server will not change its mind about this key: a new intent needs a new one. */
export const isFinal = (failure: CallFailure): boolean => !passing.includes(failure.code)

const unavailable = 1008

/**
 * The same for one call. A token is answered again for seconds only: where a call answers one, unavailable is the last
 * word about a key, and the next try opens another account.
 */
export const endsIdempotencyKey = ({ answersToken }: Pick<Call, 'answersToken'>, failure: CallFailure): boolean =>
  isFinal(failure) || (answersToken && failure.code === unavailable)
