import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'

/** Explains that a halted instrument takes no orders, and the effect on open positions and orders. */
export function HaltNotice({ halted }: { halted: boolean }) {
  const t = useText()
  if (!halted) return undefined
  return (
    <Notice tone="danger" urgent>
      {t('quote.haltedText')}
    </Notice>
  )
}
