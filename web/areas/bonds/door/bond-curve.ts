import { bonds as calls } from '@mex/contract/bonds/calls.ts'

import { datedName } from '#areas/bonds/names.ts'
import { useCall } from '#data/call.ts'

/** What a bond was worth day by day; without an id, the one on offer that was issued first. */
export function useBondCurve(id: number | undefined) {
  const listed = useCall(calls.list, { pageNum: 1, pageSize: 50 }, { when: id === undefined, freshSeconds: 300 })
  const oldest = listed.data?.rows.toSorted((one, other) => (one.issued < other.issued ? -1 : 1))[0]?.id
  const chosen = id ?? oldest
  // Nothing is asked before a bond is known.
  const { data, failure } = useCall(calls.past, { id: chosen ?? 1 }, { when: chosen !== undefined, freshSeconds: 3600 })
  const isEmpty = id === undefined && listed.data?.rows.length === 0
  return {
    curve: isEmpty
      ? { name: '', worths: [] }
      : data === undefined
        ? undefined
        : { name: datedName(data.name), worths: data.points.map(({ worth }) => worth) },
    isFailed: (failure !== undefined && data === undefined) || (listed.failure !== undefined && chosen === undefined),
  }
}
