import { Share2 } from 'lucide-react'
import { useState } from 'react'

import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy.tsx'
import { LoadedPanel } from '#ui/loaded-panel.tsx'
import type { SharedResult } from './result.ts'

const ShareSheet = lazyComponent(() => import('./share-sheet.tsx').then((file) => file.ShareSheet))

type Props = {
  /** The result at the moment of the press. */
  resultOf: () => SharedResult
  /** In a table: an icon alone. */
  iconClass?: string | undefined
}

/** The button that opens the share card of a position or of a closed result. */
export function ShareButton({ resultOf, iconClass }: Props) {
  const t = useText()
  const [result, setResult] = useState<SharedResult>()
  const [isWanted, setWanted] = useState(false)
  const open = () => {
    setWanted(true)
    setResult(resultOf())
  }
  const giveUp = () => {
    setWanted(false)
    setResult(undefined)
  }
  const icon = <Share2 aria-hidden="true" size={18} />
  const label = t('orders.shareOf', { name: resultOf().name })
  return (
    <>
      {iconClass === undefined ? (
        <Button text={t('orders.share')} kind="quiet" icon={icon} onPress={open} />
      ) : (
        <button type="button" className={iconClass} aria-label={label} title={label} onClick={open}>
          {icon}
        </button>
      )}
      {isWanted ? (
        <LoadedPanel onMissing={giveUp}>
          <ShareSheet result={result} onClose={() => setResult(undefined)} />
        </LoadedPanel>
      ) : undefined}
    </>
  )
}
