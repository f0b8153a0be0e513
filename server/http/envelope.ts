import type { Language } from '@mex/contract/language.ts'
import type { Refusal } from '@mex/core/refusal.ts'
import { refusalCode, refusalText, systemText } from '@mex/contract/refusals.ts'

/** The response body of every call (specification, calls A): a success has code 200 and its data. */
export type Envelope = { readonly code: number; readonly msg: string; readonly data: unknown }

/** Converts Simplified to Traditional Chinese. A parameter, because its tables are loaded only where they are needed. */
export type Traditional = (simplified: string) => string

export const success = (data: unknown, language: Language, traditional: Traditional): Envelope => ({
  code: 200,
  msg: systemText(200, language, traditional),
  data: data ?? null,
})

/** The success of a call that answers in the message (specification, calls E). */
export const successInMessage = (msg: string): Envelope => ({ code: 200, msg, data: null })

/** A refusal in the caller's language; its data has the field and the placeholders, so a client can rebuild the text. */
export function refused(refusal: Refusal, language: Language, traditional: Traditional): Envelope {
  const data =
    refusal.field === undefined && refusal.values === undefined ? null : { field: refusal.field, ...refusal.values }
  return { code: refusalCode(refusal.refused), msg: refusalText(refusal, language, traditional), data }
}

/** Errors of the system rather than refusals of the business: the code is also the HTTP status. */
export type SystemCode = 401 | 403 | 404 | 413 | 421 | 500 | 503

export const failed = (code: SystemCode, language: Language, traditional: Traditional): Envelope => ({
  code,
  msg: systemText(code, language, traditional),
  data: null,
})
