import { marketDetails } from '@mex/contract/market/details.ts'
import { crypto } from '@mex/contract/market/crypto.ts'
import type { Market } from '@mex/core/market/instrument.ts'
import type { Bar, Period } from '@mex/core/market/quote.ts'

import { useCall } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'

/** The maximum number of candles in one answer (specification, calls F). */
const barsMax = 500
/** Earlier candles are requested by whole hours, so that a moving window repeats the same cacheable request. */
const hourMilliseconds = 3_600_000

type Asked = { readonly code: string; readonly market: Market; readonly period: Period }

const candlesOf = (market: Market) => (market === 'CRYPTO' ? crypto.candles : marketDetails.candles)

export type Bars = {
  /** The period of the candles: the previous one while the new one loads. */
  readonly period: Period
  /** Oldest first; overlapping answers repeat a candle. */
  readonly bars: readonly Bar[]
  /** The start (epoch milliseconds) of the candles outside the regular hours. */
  readonly outsideFrom: number | undefined
}

/** The earlier minutes of the session before a full answer; empty if the answer was not full. */
function useEarlier({ code, market }: Asked, later: readonly Bar[] | undefined, isIntraday: boolean) {
  const first = isIntraday && later?.length === barsMax ? later[0] : undefined
  const end = first === undefined ? 0 : Math.ceil((first.time * 1000) / hourMilliseconds) * hourMilliseconds
  const called = useCall(
    candlesOf(market),
    { code, market, period: 'intraday', end },
    { when: first !== undefined, freshSeconds: 3600 },
  )
  return {
    bars: first === undefined ? undefined : called.data?.bars,
    outsideFrom: first === undefined ? undefined : called.data?.outsideFrom,
    isWaiting: first !== undefined && called.isWaiting,
  }
}

/** The candles of a period. A session around the clock needs several answers for all its minutes. */
export function useBars(asked: Asked): {
  readonly data: Bars | undefined
  readonly failure: CallFailure | undefined
  readonly retry: () => Promise<unknown>
} {
  const { code, market, period } = asked
  const newest = useCall(
    candlesOf(market),
    { code, market, period },
    { abortKey: 'kline', keepEarlier: true, everySeconds: period === 'intraday' ? 60 : 300 },
  )
  const isIntraday = newest.data?.period === 'intraday'
  const second = useEarlier(asked, newest.data?.bars, isIntraday)
  const third = useEarlier(asked, second.bars, isIntraday)
  const fourth = useEarlier(asked, third.bars, isIntraday)
  const parts = [fourth.bars, third.bars, second.bars].filter((bars) => bars !== undefined)
  const outsideFrom = fourth.outsideFrom ?? third.outsideFrom ?? second.outsideFrom ?? newest.data?.outsideFrom
  const isWaiting = second.isWaiting || third.isWaiting || fourth.isWaiting
  const { data } = newest
  return {
    data:
      data === undefined || isWaiting
        ? undefined
        : { period: data.period, bars: parts.length === 0 ? data.bars : [...parts.flat(), ...data.bars], outsideFrom },
    failure: newest.failure,
    retry: newest.retry,
  }
}
