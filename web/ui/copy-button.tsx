import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useText } from '#text/use-text.ts'
import { Button } from './button.tsx'
import { showToast } from './toast-list.ts'

/** The clipboard API needs HTTPS; without it, selects the text and copies it with `execCommand`. */
async function copy(text: string): Promise<void> {
  if ('clipboard' in navigator && window.isSecureContext) return navigator.clipboard.writeText(text)
  const field = document.createElement('textarea')
  field.value = text
  field.readOnly = true
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand('copy')
  field.remove()
  if (!isCopied) throw new Error('Nothing was copied')
}

/** Copies a text and confirms it with the text of the spec. */
export function CopyButton({ text, value }: { text: string; value: string }) {
  const t = useText()
  const [isDone, setDone] = useState(false)
  useEffect(() => {
    if (!isDone) return undefined
    const timer = setTimeout(() => setDone(false), 2000)
    return () => clearTimeout(timer)
  }, [isDone])
  const press = async (): Promise<void> => {
    try {
      await copy(value)
      setDone(true)
      showToast(t('spec.successes.copied'), 'success', t('spec.successes.copiedSpoken'))
    } catch {
      showToast(t('ui.notCopied'), 'failure')
    }
  }
  return (
    <Button
      text={text}
      kind="secondary"
      icon={isDone ? <Check aria-hidden="true" size={18} /> : <Copy aria-hidden="true" size={18} />}
      onPress={() => void press()}
    />
  )
}
