import { follows as calls } from '@mex/contract/follow/calls.ts'

import { useCall } from '#data/call.ts'

/** What an agency was worth on its last 90 days; without an id, the first of the list that goes on. */
export function useAgencyCurve(id: number | undefined) {
  const { data, failure } = useCall(calls.agencies, {}, { freshSeconds: 60 })
  const agency =
    id === undefined ? data?.find(({ endedAt }) => endedAt === undefined) : data?.find((each) => each.id === id)
  const worths = agency?.navHistory.map(({ nav }) => nav) ?? []
  return {
    curve: data === undefined ? undefined : { name: agency?.name ?? '', worths },
    isFailed: failure !== undefined && data === undefined,
  }
}
