import type { RefusalWord } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

/**
 * How a repeated request is answered. `safe` only reads; `natural` ends in the same state however often it is sent;
 * `key` honours the idempotency key: the same key and content get the stored answer.
 */
export type Idempotency = 'safe' | 'natural' | 'key'

/** The rate limit that a call counts against. */
export type RateClass = 'read' | 'history' | 'money' | 'authentication' | 'code' | 'upload'

/**
 * Who may make a call: any client, a user who has just registered or has signed in (rulebook §5, scope `onboard`), or
 * a signed-in user.
 */
export type Caller = 'anyone' | 'onboarding' | 'user'

/** How the fields of a request travel: as JSON, or as a form that may have a file among them. */
export type Body = 'json' | 'form'

/** The field of the envelope that holds the answer; one call of the specification uses `msg`. */
export type AnswerField = 'data' | 'msg'

/** One promise between the web and the server. */
export type Call<
  In extends z.ZodMiniType = z.ZodMiniType,
  Out extends z.ZodMiniType = z.ZodMiniType,
  Who extends Caller = Caller,
> = {
  readonly method: 'GET' | 'POST'
  /** The spec's path; `{name}` marks a part that is taken as the input field of that name. */
  readonly path: `/${string}`
  /** `anyone` may carry a token (some answers then depend on the user); the others must. */
  readonly who: Who
  readonly idempotency: Idempotency
  readonly rate: RateClass
  readonly body: Body
  /** How large a body may be, where it may be larger than those of other calls. */
  readonly bodyBytes: number | undefined
  readonly answersIn: AnswerField
  /**
   * Its answer has a session token in it: repeated within seconds at most, and refused as unavailable afterwards, which
   * is final for its key (docs/decisions/012).
   */
  readonly answersToken: boolean
  /** It adds data for good: refused while the server is almost out of storage space (docs/decisions/013). */
  readonly addsData: boolean
  /** Its answer contains data that is stored encrypted: the answer kept for a repeated request is encrypted too. */
  readonly storesAnswerEncrypted: boolean
  /** True if the specification does not have this call. */
  readonly isAddition: boolean
  /** One sentence for the API page. */
  readonly about: string
  readonly input: In
  readonly output: Out
  /** Refusals beyond those that every call can give. */
  readonly refusals: readonly RefusalWord[]
}

type Details<In extends z.ZodMiniType, Out extends z.ZodMiniType, Who extends Caller> = {
  who: Who
  idempotency?: Idempotency
  rate?: RateClass
  body?: Body
  bodyBytes?: number
  answersIn?: AnswerField
  /** By default: answers kept under an idempotency key, and pictures. */
  addsData?: boolean
  answersToken?: boolean
  storesAnswerEncrypted?: boolean
  isAddition?: boolean
  about: string
  input: In
  output: Out
  refusals?: readonly RefusalWord[]
}

/* @__NO_SIDE_EFFECTS__ */
function call<In extends z.ZodMiniType, Out extends z.ZodMiniType, Who extends Caller>(
  method: Call['method'],
  path: `/${string}`,
  details: Details<In, Out, Who>,
): Call<In, Out, Who> {
  const { who, idempotency = 'safe', body = 'json', answersIn = 'data', about, input, output, refusals = [] } = details
  const { rate = idempotency === 'key' ? 'money' : 'read', storesAnswerEncrypted = false, bodyBytes } = details
  const { answersToken = false, isAddition = false, addsData = idempotency === 'key' || rate === 'upload' } = details
  const travels = { rate, body, bodyBytes, answersIn, answersToken, addsData, storesAnswerEncrypted }
  return { method, path, who, idempotency, ...travels, isAddition, about, input, output, refusals }
}

/* @__NO_SIDE_EFFECTS__ */
export const get = <In extends z.ZodMiniType, Out extends z.ZodMiniType, Who extends Caller>(
  path: `/${string}`,
  details: Details<In, Out, Who>,
): Call<In, Out, Who> => call('GET', path, details)

/* @__NO_SIDE_EFFECTS__ */
export const post = <In extends z.ZodMiniType, Out extends z.ZodMiniType, Who extends Caller>(
  path: `/${string}`,
  details: Details<In, Out, Who>,
): Call<In, Out, Who> => call('POST', path, details)

/** The program form of a request, decoded from its wire form. */
export type Input<C extends Call> = z.output<C['input']>
/** The program form of an answer, before it is encoded. */
export type Answer<C extends Call> = z.output<C['output']>

/**
 * One function per call: the compiler names the ones that an area forgot. Calls that are not for `anyone` get the
 * context of a person.
 */
export type Handlers<Area extends Record<string, Call>, Anyone, Person extends Anyone> = {
  readonly [Name in keyof Area]: (
    input: Input<Area[Name]>,
    context: Area[Name]['who'] extends 'onboarding' | 'user' ? Person : Anyone,
  ) => Promise<Answer<Area[Name]>>
}
