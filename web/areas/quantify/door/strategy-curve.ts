import { quantify as calls } from '@mex/contract/quantify/calls.ts'

import { useCall } from '#data/call.ts'

/** What a strategy was worth on its last 90 days; without the id of a product, that of the first one. */
export function useStrategyCurve(id: number | undefined) {
  const { data, failure } = useCall(calls.products, {}, { freshSeconds: 300 })
  const product = id === undefined ? data?.[0] : data?.find((each) => each.id === id)
  const worths = product?.navHistory.map(([, nav]) => nav) ?? []
  return {
    curve: data === undefined ? undefined : { name: product?.name ?? '', worths },
    isFailed: failure !== undefined && data === undefined,
  }
}
