import type { Answer, Call, Input } from '@mex/contract/call.ts'
import { keepPreviousData } from '@tanstack/react-query'

import { keyOf, receivedAt, useFailure, type CallState } from './call.ts'
import { send } from './send.ts'
import { useQuery } from './use-query.ts'

export type UsePartsOptions<C extends Call> = {
  /** The request of the part after one; undefined after the last. */
  readonly next: (part: Answer<C>) => Input<C> | undefined
  /** Refetches all parts at this interval while the page is in view. */
  readonly everySeconds?: number | undefined
}

/** An answer that the server gives in parts, all of them: each is requested after the one before. */
export function useParts<C extends Call>(
  call: C,
  input: Input<C>,
  { next, everySeconds }: UsePartsOptions<C>,
): CallState<readonly Answer<C>[]> {
  const queryKey = [...keyOf(call, input), 'parts']
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const parts: Answer<C>[] = []
      for (let asked: Input<C> | undefined = input; asked !== undefined;) {
        const part: Answer<C> = await send(call, asked, { signal, quiet: true })
        parts.push(part)
        asked = next(part)
      }
      return parts
    },
    meta: { who: call.who },
    placeholderData: keepPreviousData,
    refetchInterval: everySeconds === undefined ? false : everySeconds * 1000,
  })
  return { ...useFailure(query, queryKey), data: query.data, receivedAt: receivedAt(query) }
}
