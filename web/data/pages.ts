import type { Answer, Call, Input } from '@mex/contract/call.ts'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

import { keyOf, useFailure, type CallState } from './call.ts'
import type { CallFailure } from './failure.ts'
import { send } from './send.ts'

type Paged<Row> = { readonly total: number; readonly pageNum: number; readonly rows: readonly Row[] }
type RowOf<C extends Call> = Answer<C> extends Paged<infer Row> ? Row : never

export type UsePagesOptions<Row> = {
  readonly when?: boolean
  /** Refetches all loaded pages while the screen is in view and a row can still change. */
  readonly everySeconds?: number
  readonly whileSome?: (row: Row) => boolean
  /** Shows the rows of the previous input until the new ones arrive: a change of order. */
  readonly keepEarlier?: boolean
}

export type Pages<Row> = Omit<CallState<readonly Row[]>, 'receivedAt'> & {
  readonly total: number | undefined
  /** Whether there are rows that have not been requested. */
  readonly hasMore: boolean
  readonly isFetchingMore: boolean
  /** The failure of the next page; `more` requests it again. */
  readonly moreFailure: CallFailure | undefined
  /** Fetches the next page; does nothing when there is none or a request is pending. */
  readonly more: () => void
  /** The same without a person: not after a failure, or it would be asked for without a pause. */
  readonly next: () => void
}

/**
 * The loaded rows of a paginated list. `pageNum` of `input` is ignored.
 */
export function usePages<C extends Call>(
  call: C,
  input: Input<C>,
  options: UsePagesOptions<RowOf<C>> = {},
): Pages<RowOf<C>> {
  const { when = true, everySeconds, whileSome, keepEarlier = false } = options
  const queryKey = [...keyOf(call, input), 'pages']
  const query = useInfiniteQuery({
    queryKey,
    queryFn: async ({ pageParam, signal }) =>
      (await send(call, { ...(input as object), pageNum: pageParam } as Input<C>, { signal, quiet: true })) as Paged<
        RowOf<C>
      >,
    initialPageParam: 1,
    getNextPageParam: (last, pages) => {
      const shown = pages.reduce((count, page) => count + page.rows.length, 0)
      return last.rows.length > 0 && shown < last.total ? last.pageNum + 1 : undefined
    },
    enabled: when,
    meta: { who: call.who },
    refetchInterval: ({ state: { data } }) => {
      const mayChange = whileSome === undefined || data?.pages.some(({ rows }) => rows.some(whileSome)) === true
      return everySeconds !== undefined && mayChange ? everySeconds * 1000 : false
    },
    ...(keepEarlier ? { placeholderData: keepPreviousData } : {}),
  })
  const state = useFailure(query, queryKey)
  const more = () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  }
  return {
    ...state,
    data: query.data?.pages.flatMap((page) => page.rows),
    total: query.data?.pages.at(-1)?.total,
    hasMore: query.hasNextPage,
    isFetchingMore: query.isFetchingNextPage,
    moreFailure: query.isFetchNextPageError ? state.failure : undefined,
    more,
    next: () => {
      if (!query.isFetchNextPageError) more()
    },
  }
}
