import { funding } from '@mex/contract/funding/calls.ts'
import { useState } from 'react'

import { useSend } from '#data/call.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'

type Props = { id: number; text: string; onRemoved: () => void }

/** Removes a card after a confirmation. */
export function RemoveCard({ id, text, onRemoved }: Props) {
  const t = useText()
  const [isAsking, setAsking] = useState(false)
  const remove = useSend(funding.deleteCard, {
    stale: [funding.cards],
    done: true,
    onAnswer: onRemoved,
  })
  return (
    <>
      <Button text={text} kind="danger" wide busy={remove.isBusy} onPress={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        title={t('funding.removeTitle')}
        text={t('funding.removeText')}
        confirm={text}
        kind="danger"
        onConfirm={() => {
          setAsking(false)
          void remove.send({ id })
        }}
        onClose={() => setAsking(false)}
      />
    </>
  )
}
