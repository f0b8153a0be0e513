import { calls } from './areas.ts'
import type { Call } from './call.ts'

/** Every call of every area as one list, each with its area and name. */
export const everyCall: readonly { readonly area: string; readonly name: string; readonly call: Call }[] =
  Object.entries(calls).flatMap(([area, group]) =>
    Object.entries(group as Readonly<Record<string, Call>>).map(([name, call]) => ({ area, name, call })),
  )
