import type { Call } from '@mex/contract/call.ts'

/** A code of the server; 'abort': a newer request replaced this one; 'network': there was no valid answer. */
export type FailureCode = number | 'abort' | 'network'

/** A failed call. */
export class CallFailure extends Error {
  readonly code: FailureCode
  /** The wire name of the invalid request field. */
  readonly field: string | undefined
  /** The data of the refusal: the field, and the values of the text's placeholders. */
  readonly details: Readonly<Record<string, unknown>>
  /** When the failure arrived, by the device's clock: a lockout starts here. */
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

/** Codes after which a retry keeps the same idempotency key (specification, calls A, "Stored answers"). */
const passing: readonly FailureCode[] = [401, 403, 1005, 1006, 1008, 1011, 500, 503, 'network', 'abort']

/** True when the server gives the same answer for this key again: a retry needs a new key. */
export const isFinal = (failure: CallFailure): boolean => !passing.includes(failure.code)

const unavailable = 1008

/**
 * Whether a failure ends the idempotency key of this call. The server stores an answer with a token for seconds only, so
 * for such a call `unavailable` is final, and the next attempt opens another account.
 */
export const endsIdempotencyKey = ({ answersToken }: Pick<Call, 'answersToken'>, failure: CallFailure): boolean =>
  isFinal(failure) || (answersToken && failure.code === unavailable)
