import { funding } from '@mex/contract/funding/calls.ts'
import type { Deposit } from '@mex/contract/funding/shapes.ts'
import type { FundingAsset } from '@mex/core/funding/coins.ts'
import { useState } from 'react'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { useCall } from '#data/call.ts'

const newestCoins = { pageNum: 1, pageSize: 20, kind: 'coin' } as const

/**
 * The newest deposit of a coin that the chain has seen. Push reports changes; polling covers a lost connection.
 */
export function useNewestDeposit(asset: FundingAsset): Deposit | undefined {
  const { data } = useCall(funding.deposits, newestCoins, { everySeconds: 4 })
  return data?.rows.find((deposit) => deposit.asset === asset && deposit.transaction !== undefined)
}

const recent = 10 * 60_000

/** Whether coins are on their way, or arrived shortly before the page was opened or since; undefined until that is known. */
export function useHasRecentDeposit(): boolean | undefined {
  const { data, failure } = useCall(funding.deposits, newestCoins, { everySeconds: 4 })
  const { now, failure: withoutClock } = useMarketNow(3600)
  const [opened, setOpened] = useState<number>()
  if (opened === undefined && now !== undefined) setOpened(now)
  const isKnown = (data ?? failure) !== undefined && (now ?? withoutClock) !== undefined
  if (!isKnown) return undefined
  return (data?.rows ?? []).some(
    ({ transaction, status, createdAt }) =>
      transaction !== undefined && (status === 'pending' || (opened !== undefined && createdAt > opened - recent)),
  )
}
