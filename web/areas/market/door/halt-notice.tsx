import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'

/** Why nothing can be ordered while an instrument or its market is halted, and what that means for what is open. */
export function HaltNotice({ halted }: { halted: boolean }) {
  const t = useText()
  if (!halted) return undefined
  return (
    <Notice tone="danger" urgent>
      {t('quote.haltedText')}
    </Notice>
  )
}
