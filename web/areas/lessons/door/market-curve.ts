import { marketDetails } from '@mex/contract/market/details.ts'
import type { Market } from '@mex/core/market/instrument.ts'

import type { CurveAnswer } from '#areas/lessons/lesson.ts'
import { useCall } from '#data/call.ts'

/** How many days of a chart a lesson shows. */
const daysShown = 90

/** The closes of the last days of an instrument of our market. */
export function useMarketCurve(code: string, market: Market): CurveAnswer {
  const { data, failure } = useCall(marketDetails.candles, { code, market, period: '1D' }, { freshSeconds: 3600 })
  return {
    curve:
      data === undefined
        ? undefined
        : { name: code, worths: data.bars.slice(-daysShown - 1).map(({ close }) => close) },
    isFailed: failure !== undefined && data === undefined,
  }
}
