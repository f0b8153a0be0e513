import { Bell as BellIcon } from 'lucide-react'
import { Suspense } from 'react'

import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Later } from '#ui/later.tsx'
import { lazyComponent } from '#ui/lazy.tsx'
import { IconButton } from '#ui/icon-button.tsx'

const CountedBell = lazyComponent(() => import('#areas/content/counted-bell.tsx').then((file) => file.CountedBell))

/** Link to notices and messages. The unread count loads later, so that nothing waits for it. */
export function Bell() {
  const isSignedIn = useSession() !== undefined
  if (!isSignedIn) return <PlainBell />
  return (
    <Later place={<PlainBell />}>
      <Suspense fallback={<PlainBell />}>
        <CountedBell />
      </Suspense>
    </Later>
  )
}

function PlainBell() {
  const t = useText()
  return <IconButton icon={<BellIcon aria-hidden="true" />} label={t('home.notices')} href={hrefOf('notices')} />
}
