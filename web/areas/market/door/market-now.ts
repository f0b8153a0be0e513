import { market, type MarketClock } from '@mex/contract/market/calls.ts'
import { useEffect, useState } from 'react'

import { useCall } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'

export type MarketNow = {
  /** The phase of every exchange; undefined until loaded. */
  readonly clocks: readonly MarketClock[] | undefined
  /** The market time, epoch milliseconds: that of a replayed market differs from the device's clock. */
  readonly now: number | undefined
  /** The failure of the last request. */
  readonly failure: CallFailure | undefined
  readonly retry: () => Promise<unknown>
}

/** The market time, advanced every `everySeconds` by the device's clock and synchronised every minute. */
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
