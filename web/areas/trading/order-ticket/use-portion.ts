import { orderEntry } from '@mex/contract/trading/order-entry.ts'
import type { Input } from '@mex/contract/call.ts'
import type { Quantity } from '@mex/core/money/money.ts'
import { useState } from 'react'

import { useSend } from '#data/call.ts'

type Portion = Input<typeof orderEntry.affordable>['part']
type Asked = Omit<Input<typeof orderEntry.affordable>, 'part'>

export type PortionQuery = {
  /** The portion of the pending request. */
  readonly busy: Portion | undefined
  /** The quantity of a portion, calculated by the server; `otherwise` after a failure. */
  readonly ask: (part: Portion, asked: Asked, otherwise: Quantity) => Promise<Quantity>
}

/** The position controls of the specification (spec §2): half and full position, calculated by a call. */
export function usePortion(): PortionQuery {
  const { send } = useSend(orderEntry.affordable, { showsRefusals: true })
  const [busy, setBusy] = useState<Portion>()
  return {
    busy,
    async ask(part, asked, otherwise) {
      setBusy(part)
      const answer = await send({ ...asked, part })
      setBusy(undefined)
      return answer?.quantity ?? otherwise
    },
  }
}
