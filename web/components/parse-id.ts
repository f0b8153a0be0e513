import { id } from '@mex/contract/fields.ts'
import * as z from 'zod/mini'

/** The number that an address names, as its calls take it; undefined when it names none. */
export function parseId(text: string | undefined): number | undefined {
  const read = z.safeDecode(id, text as never)
  return read.success ? read.data : undefined
}
