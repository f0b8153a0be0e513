import type { Input } from '@mex/contract/call.ts'
import type { records } from '@mex/contract/records/calls.ts'
import { Download } from 'lucide-react'

import { announce } from '#data/announce.ts'
import { useSend } from '#data/call.ts'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { saveFile } from '#data/save-file.ts'

type ListCall = typeof records.billFile | typeof records.executionFile
type Props<C extends ListCall> = {
  call: C
  input: Input<C>
  /** While there is no row to save. */
  disabled: boolean
}

/** Saves the list of the shown account and month as a CSV file. */
export function SaveList<C extends ListCall>({ call, input, disabled }: Props<C>) {
  const t = useText()
  const file = useSend<ListCall>(call, {
    onAnswer(answer) {
      saveFile(answer)
      const { name, rows, total } = answer
      const text =
        rows < total
          ? t('records.savedPart', { name, rows: String(rows), total: String(total) })
          : t('records.saved', { name, rows })
      announce({ kind: 'done', text })
    },
  })
  return (
    <IconButton
      icon={<Download />}
      label={t('records.saveFile')}
      disabled={disabled || file.isBusy}
      onPress={() => void file.send(input)}
    />
  )
}
