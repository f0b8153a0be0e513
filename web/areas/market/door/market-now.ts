import { market, type MarketClock } from '@mex/contract/market/calls.ts'
import { useEffect, useState } from 'react'

import { useCall } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'

export type MarketNow = {
  /** What every exchange is doing; undefined until it is known. */
  readonly clocks: readonly MarketClock[] | undefined
  /** The market's own time, epoch milliseconds: a replayed market is not where the device's clock is. */
  readonly now: number | undefined
  /** Why it is not known. */
  readonly failure: CallFailure | undefined
  readonly retry: () => Promise<unknown>
}

/** What time the market has, moved on every `everySeconds` by the device's clock and set right every minute. */
export function useMarketNow(everySeconds = 15): MarketNow {
  const { data, receivedAt, failure, retry } = useCall(market.clock, {}, { freshSeconds: 30, everySeconds: 60 })
  const [device, setDevice] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setDevice(Date.now()), everySeconds * 1000)
    return () => clearInterval(timer)
  }, [everySeconds])
  const passed = receivedAt === undefined ? 0 : Math.max(0, device - receivedAt)
  return {
    clocks: data?.markets,
    now: data === undefined ? undefined : data.now + passed,
    failure: data === undefined ? failure : undefined,
    retry,
  }
}
