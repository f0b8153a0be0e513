import {
  notifyManager,
  QueryObserver,
  type DefaultError,
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
} from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'

import { useLate } from './late.ts'
import { queryClient } from './query.ts'

/**
 * `useQuery` of the library, without its suspense and error boundaries, which the page does not use. The difference: an
 * answer is rendered as a transition (late.ts), where the library renders it at once.
 */
export function useQuery<Data, Key extends QueryKey>(
  options: UseQueryOptions<Data, DefaultError, Data, Key>,
): UseQueryResult<Data> {
  const complete = queryClient.defaultQueryOptions(options)
  complete._optimisticResults = 'optimistic'
  const [observer] = useState(() => new QueryObserver(queryClient, complete))
  const result = observer.getOptimisticResult(complete)
  useEffect(() => observer.setOptions(complete))
  const subscribe = useCallback(
    (onChange: () => void) => {
      const stop = observer.subscribe(notifyManager.batchCalls(onChange))
      observer.updateResult()
      return stop
    },
    [observer],
  )
  useLate(subscribe, () => observer.getCurrentResult())
  return observer.trackResult(result)
}
