import { refusalOf } from '@mex/contract/reading.ts'
import type { Refusal } from '@mex/core/refusal.ts'
import type { FieldErrors, FieldValues, Resolver } from 'react-hook-form'
import * as z from 'zod/mini'

/** Errors that the form finds itself, with clearer texts than the server's. */
export type OwnErrors<Values> = (values: Values) => Readonly<Record<string, string>>

/**
 * Validates a form with the schema of its request, so that the user reads the server's errors before sending. The values
 * have wire names, so that a refusal finds its field.
 */
export function resolverOf<Values extends FieldValues, Asked>(
  schema: z.ZodMiniType,
  say: (refusal: Refusal) => string,
  ownFaults: OwnErrors<Values> = () => ({}),
): Resolver<Values, unknown, Asked> {
  return (values) => {
    const read = z.safeDecode(schema, values as never)
    const errors: Record<string, { type: string; message: string }> = {}
    for (const [field, message] of Object.entries(ownFaults(values))) errors[field] = { type: 'form', message }
    if (read.success && Object.keys(errors).length === 0) return { values: read.data as Asked, errors: {} }
    for (const issue of read.error?.issues ?? []) {
      const refusal = refusalOf(new z.core.$ZodError([issue]))
      const field = refusal.field ?? 'root'
      errors[field] ??= { type: refusal.refused, message: say(refusal) }
    }
    return { values: {}, errors: errors as FieldErrors<Values> }
  }
}
