import { funding } from '@mex/contract/funding/calls.ts'
import type { Deposit } from '@mex/contract/funding/shapes.ts'
import type { FundingAsset } from '@mex/core/funding/coins.ts'

import { useCall } from '#data/call.ts'

/**
 * The newest deposit of a coin that the chain has seen. Push reports changes; polling covers a lost connection.
 */
export function useNewestDeposit(asset: FundingAsset): Deposit | undefined {
  const { data } = useCall(funding.deposits, { pageNum: 1, pageSize: 20, kind: 'coin' }, { everySeconds: 4 })
  return data?.rows.find((deposit) => deposit.asset === asset && deposit.transaction !== undefined)
}
