import { account } from '@mex/contract/account/calls.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet as calls } from '@mex/contract/wallet/calls.ts'

import { announce } from '#data/announce.ts'
import { useSend } from '#data/call.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { showToast } from '#ui/toast-list.ts'

type Props = {
  /** The id of the transfer. */
  id: number
  onCancelled?: () => void
}

/** Cancels a pending transfer. The cancel of a conversion may have to wait for the next rate. */
export function CancelTransfer({ id, onCancelled }: Props) {
  const t = useText()
  const cancel = useSend(calls.cancelTransfer, {
    stale: [trading.bills, calls.bills, calls.balance, account.overview],
    onAnswer: ({ status }) => {
      if (status !== 'cancelled') showToast(t('wallet.cancelAsked'))
      else {
        announce({ kind: 'done', text: undefined })
        onCancelled?.()
      }
    },
  })
  return (
    <Button
      text={t('spec.actions.cancelTransfer')}
      kind="secondary"
      size="large"
      wide
      busy={cancel.isBusy}
      disabled={cancel.answer !== undefined}
      onPress={() => void cancel.send({ id })}
    />
  )
}
