import { useState } from 'react'

import type { Position } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { positionChanges } from '@mex/contract/trading/position-changes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { settleDelayMilliseconds } from '@mex/core/trading/expiry.ts'

import { useSend } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { Outcome } from '#areas/trading/order-ticket/outcome.tsx'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { List } from '#ui/list.tsx'
import { Switch } from '#ui/switch.tsx'

/** Whether a position of futures is opened again in the next month; nothing for any other, and once its contract has ended. */
export function RollSwitch({ position }: { position: Position }) {
  const t = useText()
  const isConnected = useIsConnected()
  const { send, isBusy, failure } = useSend(positionChanges.autoRoll, {
    stale: [trading.positions],
    showsRefusals: true,
  })
  const { id, source, expiresAt, settlesAt, autoRoll } = position
  // Shown at once, until the position that was loaded again has it too.
  const [chosen, setChosen] = useState<boolean>()
  if (chosen === autoRoll) setChosen(undefined)
  const choose = async (isWanted: boolean) => {
    setChosen(isWanted)
    if ((await send({ id, isWanted })) === undefined) setChosen(undefined)
  }
  if (source !== sources.future || expiresAt === undefined || settlesAt !== undefined) return undefined
  return (
    <>
      <List>
        <Switch
          label={t('orders.roll')}
          hint={t('orders.rollText', { time: formatTimestamp(expiresAt + settleDelayMilliseconds) })}
          checked={chosen ?? autoRoll}
          disabled={isBusy || !isConnected}
          onChange={(isWanted) => void choose(isWanted)}
        />
      </List>
      <Outcome failure={failure} />
    </>
  )
}
