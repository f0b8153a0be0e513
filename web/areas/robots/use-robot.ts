import { robots as calls } from '@mex/contract/robots/calls.ts'

import { useCall } from '#data/call.ts'

/** The refusal of an id that does not exist (specification, calls B). */
const notFound = 1003

/** The robot of an id, with what it is expected to bring at the price of now. */
export function useRobot(id: number | undefined) {
  const asked = { pageNum: 1, pageSize: 1, id: id ?? 0 }
  const called = useCall(calls.list, asked, { when: id !== undefined, everySeconds: 20, keepEarlier: true })
  const robot = called.data?.rows[0]
  const isGone =
    id === undefined || called.failure?.code === notFound || (called.data !== undefined && robot === undefined)
  return { called, robot, isGone }
}
