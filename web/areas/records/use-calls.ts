import type { Answer, Call, Input } from '@mex/contract/call.ts'
import { useQueries } from '@tanstack/react-query'

import { queryOf } from '#data/call.ts'

/** The answers of one call to several inputs, each undefined until it arrives. */
export function useCalls<C extends Call>(
  call: C,
  inputs: readonly Input<C>[],
  { freshSeconds }: { readonly freshSeconds: number },
): readonly (Answer<C> | undefined)[] {
  const queries = inputs.map((input) => ({ ...queryOf(call, input), staleTime: freshSeconds * 1000 }))
  return useQueries({ queries }).map(({ data }) => data ?? undefined)
}
