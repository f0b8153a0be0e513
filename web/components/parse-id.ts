import { id } from '@mex/contract/fields.ts'
import * as z from 'zod/mini'

/** The id in a URL parameter; undefined for an invalid one. */
export function parseId(text: string | undefined): number | undefined {
  const read = z.safeDecode(id, text as never)
  return read.success ? read.data : undefined
}
