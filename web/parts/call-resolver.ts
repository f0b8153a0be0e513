import { refusalOf } from '@mex/contract/reading.ts'
import type { Refusal } from '@mex/core/refusal.ts'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

/**
 * Checks a form with the schema of the request that it will send: before sending, a person reads what the server would
 * say. The values are named as on the wire, so that a refusal finds its field.
 */
export function resolverOf<Values extends FieldValues, Asked>(
  schema: z.ZodMiniType,
  say: (refusal: Refusal) => string,
): Resolver<Values, unknown, Asked> {
  return (values) => {
    const read = z.safeDecode(schema, values as never)
    if (read.success) return { values: read.data as Asked, errors: {} }
    const errors: Record<string, { type: string; message: string }> = {}
    for (const issue of read.error.issues) {
      const refusal = refusalOf(new z.core.$ZodError([issue]))
      const field = refusal.field ?? 'root'
      errors[field] ??= { type: refusal.refused, message: say(refusal) }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
