import { Check, Copy } from 'lucide-react'
import { useState } from 'react'

import { announce } from '#data/announce.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ForReaders } from '#ui/layout.tsx'

/** Where the clipboard is closed to pages (plain http), what a field has selected can still be copied. */
function copyByHand(text: string): boolean {
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  return isCopied
}

async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return copyByHand(text)
  }
}

/** Copies a text and says so, to the eye and to the ear. */
export function CopyButton({ text, value }: { text: string; value: string }) {
  const t = useText()
  const [isCopied, setCopied] = useState(false)
  const press = async (): Promise<void> => {
    const done = await copy(value)
    setCopied(done)
    if (done) announce({ kind: 'done', text: t('spec.successes.copied') })
  }
  return (
    <>
      <Button
        text={text}
        kind="secondary"
        wide
        icon={isCopied ? <Check aria-hidden="true" size={18} /> : <Copy aria-hidden="true" size={18} />}
        onPress={() => void press()}
      />
      <ForReaders>
        <output>{isCopied ? t('spec.successes.copiedSpoken') : ''}</output>
      </ForReaders>
    </>
  )
}
