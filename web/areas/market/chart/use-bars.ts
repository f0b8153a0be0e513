import { marketDetails } from '@mex/contract/market/details.ts'
import { crypto } from '@mex/contract/market/crypto.ts'
import type { Market } from '@mex/core/market/instrument.ts'
import { isMinutePeriod, type Bar, type ChartPeriod, type Phase } from '@mex/core/market/quote.ts'

import { useCall } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'

/** The maximum number of candles in one answer (specification, calls F). */
const barsMax = 500
/** Earlier candles are requested by whole hours, so that a moving window repeats the same cacheable request. */
const hourMilliseconds = 3_600_000

type Asked = { readonly code: string; readonly market: Market; readonly period: ChartPeriod }

const candlesOf = (market: Market) => (market === 'CRYPTO' ? crypto.candles : marketDetails.candles)

/** A phase outside of the regular hours, and the start of its first candle; epoch milliseconds. */
export type OutsidePhase = { readonly phase: Phase; readonly from: number }

export type Bars = {
  /** The period of the candles: the previous one while the new one loads. */
  readonly period: ChartPeriod
  /** Oldest first; overlapping answers repeat a candle. */
  readonly bars: readonly Bar[]
  /** The phases of the last candles, if they lie outside of the regular hours. */
  readonly outside: readonly OutsidePhase[]
}

type Part = Pick<Bars, 'bars' | 'outside'>

/** The earlier minutes of the session before a full answer; empty if the answer was not full. */
function useEarlier({ code, market }: Asked, later: readonly Bar[] | undefined, isIntraday: boolean) {
  const first = isIntraday && later?.length === barsMax ? later[0] : undefined
  const end = first === undefined ? 0 : Math.ceil((first.time * 1000) / hourMilliseconds) * hourMilliseconds
  const called = useCall(
    candlesOf(market),
    { code, market, period: 'intraday', end },
    { when: first !== undefined, freshSeconds: 3600 },
  )
  const part: Part | undefined = first === undefined ? undefined : called.data
  return { part, isWaiting: first !== undefined && called.isWaiting }
}

/**
 * The candles of a period. A session around the clock needs several answers for all its minutes. A later request with the
 * same key aborts the one before.
 */
export function useBars(
  asked: Asked,
  abortKey = 'kline',
): {
  readonly data: Bars | undefined
  readonly failure: CallFailure | undefined
  readonly retry: () => Promise<unknown>
} {
  const { code, market, period } = asked
  const isMoving = period === 'intraday' || isMinutePeriod(period)
  const newest = useCall(
    candlesOf(market),
    { code, market, period },
    { abortKey, keepEarlier: true, everySeconds: isMoving ? 60 : 300 },
  )
  const isIntraday = newest.data?.period === 'intraday'
  const second = useEarlier(asked, newest.data?.bars, isIntraday)
  const third = useEarlier(asked, second.part?.bars, isIntraday)
  const fourth = useEarlier(asked, third.part?.bars, isIntraday)
  const isWaiting = second.isWaiting || third.isWaiting || fourth.isWaiting
  const { data } = newest
  return {
    data:
      data === undefined || isWaiting
        ? undefined
        : { period: data.period, ...joinedParts([fourth.part, third.part, second.part, data]) },
    failure: newest.failure,
    retry: newest.retry,
  }
}

/** One list of the newest answer alone is the answer itself, so that nothing is drawn again without a change. */
function joinedParts(parts: readonly (Part | undefined)[]): Part {
  const known = parts.filter((part) => part !== undefined)
  const [only, other] = known
  if (only !== undefined && other === undefined) return { bars: only.bars, outside: only.outside }
  return { bars: known.flatMap(({ bars }) => bars), outside: known.flatMap(({ outside }) => outside) }
}
