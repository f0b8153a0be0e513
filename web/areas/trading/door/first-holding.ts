import { trading } from '@mex/contract/trading/calls.ts'

import { useCall } from '#data/call.ts'
import { useSession } from '#data/session.ts'

/** The newest open position: what the workspace shows before anything is chosen. Null without one; undefined while it loads. */
export function useFirstHolding() {
  const isSignedIn = useSession() !== undefined
  const { data, failure } = useCall(trading.positions, { pageNum: 1, pageSize: 1 }, { when: isSignedIn })
  if (!isSignedIn || failure !== undefined) return null
  return data === undefined ? undefined : (data.rows[0] ?? null)
}
