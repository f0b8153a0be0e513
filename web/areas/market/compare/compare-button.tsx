import { ChartSpline } from 'lucide-react'
import { Suspense, useState } from 'react'

import type { Charted } from '#areas/market/chart/charted.ts'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { lazyComponent } from '#ui/lazy.tsx'

const CompareSheet = lazyComponent(() => import('./compare-sheet.tsx').then((file) => file.CompareSheet))

/** Opens the picker of what a chart is compared with. */
export function CompareButton({ charted }: { charted: Pick<Charted, 'code' | 'market' | 'name'> }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  if (isOpen && !wasOpen) setWasOpen(true)
  return (
    <>
      <IconButton icon={<ChartSpline />} label={t('quote.compare')} tone="sunken" onPress={() => setOpen(true)} />
      {wasOpen ? (
        <Suspense>
          <CompareSheet open={isOpen} onClose={() => setOpen(false)} charted={charted} />
        </Suspense>
      ) : undefined}
    </>
  )
}
