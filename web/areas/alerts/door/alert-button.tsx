import type { Quote } from '@mex/contract/market/shapes.ts'
import { BellPlus } from 'lucide-react'
import { Suspense, useState } from 'react'

import { useSession } from '#data/session.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import { lazyComponent } from '#ui/lazy.tsx'

const AlertSheet = lazyComponent(() => import('#areas/alerts/alert-sheet.tsx').then((file) => file.AlertSheet))

/** The bell of a quote: opens the price alerts of the instrument. Without a session it opens the login page. */
export function AlertButton({ quote }: { quote: Quote }) {
  const t = useText()
  const navigation = useNavigation()
  const isSignedIn = useSession() !== undefined
  const [isOpen, setOpen] = useState(false)
  /** Each opening starts a form of its own, with the price of then. */
  const [openings, setOpenings] = useState(0)
  const open = () => {
    if (!isSignedIn) return navigation.to('login')
    setOpenings(openings + 1)
    setOpen(true)
  }
  return (
    <>
      <IconButton
        icon={<BellPlus aria-hidden="true" />}
        label={t('alerts.open', { name: quote.name })}
        tone="sunken"
        onPress={open}
      />
      {openings > 0 ? (
        <Suspense>
          <AlertSheet key={openings} quote={quote} open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : undefined}
    </>
  )
}
