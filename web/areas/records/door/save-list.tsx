import type { Input } from '@mex/contract/call.ts'
import type { records } from '@mex/contract/records/calls.ts'
import { Download } from 'lucide-react'

import { announce } from '#data/announce.ts'
import { useSend } from '#data/call.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { saveFile } from '#data/save-file.ts'

type ListCall = typeof records.billFile | typeof records.executionFile
type Props<C extends ListCall> = { call: C; input: Input<C> }

/** Saves the list of the shown account and month as a CSV file. */
export function SaveList<C extends ListCall>({ call, input }: Props<C>) {
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
    <Button
      text={t('records.saveFile')}
      kind="secondary"
      size="small"
      icon={<Download aria-hidden="true" size={16} />}
      busy={file.isBusy}
      onPress={() => void file.send(input)}
    />
  )
}
