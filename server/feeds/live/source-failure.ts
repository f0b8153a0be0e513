/** Why the source gave no answer that could be used. */
export type FailureKind =
  /** No connection: no network, no name, a refused connection. */
  | 'unreachable'
  /** No answer within the time that one may take. */
  | 'slow'
  /** It answers that it will not: too many requests, no permission, an error of its own. */
  | 'refused'
  /** An answer of another shape than we know. */
  | 'unreadable'

/** A request to the source that failed. The ticks go on without it. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure'
  readonly kind: FailureKind
  /** The status of its answer. */
  readonly status: number | undefined
  /** Seconds for which it asks not to be asked again. */
  readonly retryAfter: number | undefined

  constructor(
    kind: FailureKind,
    message: string,
    { status, retryAfter }: { status?: number; retryAfter?: number } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfter = retryAfter
  }
}

/** Any error of a request as a failure. */
export function failureOf(error: unknown): SourceFailure {
  if (error instanceof SourceFailure) return error
  if (!(error instanceof Error)) return new SourceFailure('unreadable', String(error))
  if (error.name === 'TimeoutError' || error.name === 'AbortError')
    return new SourceFailure('slow', 'no answer in time')
  // `fetch` throws a TypeError for whatever went wrong below HTTP, and keeps what it was as its cause.
  if (error instanceof TypeError && error.message === 'fetch failed')
    return new SourceFailure('unreachable', error.cause instanceof Error ? error.cause.message : error.message)
  // The client throws plain errors where it gets no session.
  if (/crumb|cookie|consent/i.test(error.message)) return new SourceFailure('refused', 'the source gives no session')
  return new SourceFailure('unreadable', error.message.slice(0, 200))
}
