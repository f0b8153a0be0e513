import { follows as calls } from '@mex/contract/follow/calls.ts'

import { useCall } from '#data/call.ts'
import { dailyValuesOf, returnOf } from '#areas/follow/window.ts'

/** Days that a lesson shows. */
const shownDays = 90

/** What an agency was worth on each of its last 90 days; without an id, or for one that was closed on all of them, the first of the list that goes on. */
export function useAgencyCurve(id: number | undefined) {
  const { data, failure } = useCall(calls.agencies, {}, { freshSeconds: 60 })
  const named = data?.find((each) => each.id === id)
  const agency =
    named !== undefined && returnOf(named, shownDays) !== undefined
      ? named
      : data?.find(({ endedAt }) => endedAt === undefined)
  const worths = agency === undefined ? [] : dailyValuesOf(agency, shownDays)
  return {
    curve: data === undefined ? undefined : { name: agency?.name ?? '', worths },
    isFailed: failure !== undefined && data === undefined,
  }
}
