import { quantify as calls } from '@mex/contract/quantify/calls.ts'

import { useCall } from '#data/call.ts'

/** Marks of one answer; the longest term has 181. */
const pageSize = 50

/** The daily marks of an order, newest first. The longest term is four pages, which are asked for as they are needed. */
export function useMarks(order: number) {
  const page = (pageNum: number, when: boolean) =>
    ({ input: { pageNum, pageSize, order }, options: { everySeconds: 300, keepEarlier: true, when } }) as const
  const first = page(1, true)
  const one = useCall(calls.profits, first.input, first.options)
  const total = one.data?.total ?? 0
  const second = page(2, total > pageSize)
  const two = useCall(calls.profits, second.input, second.options)
  const third = page(3, total > 2 * pageSize)
  const three = useCall(calls.profits, third.input, third.options)
  const fourth = page(4, total > 3 * pageSize)
  const four = useCall(calls.profits, fourth.input, fourth.options)
  const all = [one, two, three, four]
  const failed = all.find(({ failure }) => failure !== undefined) ?? one
  const rows = all.flatMap(({ data }) => data?.rows ?? [])
  return { ...failed, rows }
}
