import { market as marketCalls } from '@mex/contract/market/calls.ts'
import type { Market } from '@mex/core/market/instrument.ts'
import type { Bar, Period } from '@mex/core/market/quote.ts'

import { useCall } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'

/** How many candles one answer has at most (specification, calls F). */
const barsMax = 500
/** What lies before the first answer is asked for by whole hours, so that a moving window asks for the same again. */
const hourMilliseconds = 3_600_000

type Asked = { readonly code: string; readonly market: Market; readonly period: Period }

export type Bars = {
  /** The period that the candles are of: the one before, while a new one is on its way. */
  readonly period: Period
  /** Oldest first; where two answers overlap, a candle stands twice. */
  readonly bars: readonly Bar[]
  /** From when on (epoch milliseconds) they lie outside of the regular hours. */
  readonly outsideFrom: number | undefined
}

/** The minutes of the same session before a full answer; none when the answer was not full. */
function useEarlier({ code, market }: Asked, later: readonly Bar[] | undefined, isIntraday: boolean) {
  const first = isIntraday && later?.length === barsMax ? later[0] : undefined
  const end = first === undefined ? 0 : Math.ceil((first.time * 1000) / hourMilliseconds) * hourMilliseconds
  const called = useCall(
    marketCalls.candles,
    { code, market, period: 'intraday', end },
    { when: first !== undefined, freshSeconds: 3600 },
  )
  return {
    bars: first === undefined ? undefined : called.data?.bars,
    outsideFrom: first === undefined ? undefined : called.data?.outsideFrom,
    isWaiting: first !== undefined && called.isWaiting,
  }
}

/** The candles of a period; of a day that trades around the clock all its minutes, whatever the number of answers. */
export function useBars(asked: Asked): {
  readonly data: Bars | undefined
  readonly failure: CallFailure | undefined
  readonly retry: () => Promise<unknown>
} {
  const { code, market, period } = asked
  const newest = useCall(
    marketCalls.candles,
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
