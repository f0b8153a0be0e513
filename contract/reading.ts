import type { Refusal } from '@mex/core/refusal.ts'
import * as z from 'zod/mini'

import { isRefusalWord } from './refusals.ts'
import { reasonOf } from './request.ts'

/** The first thing that is wrong with a request, as the refusal that its field names (specification, calls Q). */
export function refusalOf(error: z.core.$ZodError): Refusal {
  const [first] = error.issues
  if (first === undefined) return { refused: 'invalid_parameter' }
  const { path, message, values } = reasonOf(first)
  const field = path.map(String).join('.')
  return {
    refused: isRefusalWord(message) ? message : 'invalid_parameter',
    ...(field === '' ? {} : { field }),
    ...(values === undefined ? {} : { values }),
  }
}

/** Decodes the request of a call from its wire form, or returns the refusal of its first fault. */
export function readRequest<Schema extends z.ZodMiniType>(
  schema: Schema,
  wire: unknown,
): { readonly input: z.output<Schema> } | Refusal {
  const read = z.safeDecode(schema, wire as z.input<Schema>)
  return read.success ? { input: read.data } : refusalOf(read.error)
}
