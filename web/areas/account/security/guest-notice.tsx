import { LockKeyhole } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'

/** Replaces pages about passwords for a guest, who has none. */
export function GuestNotice() {
  const t = useText()
  return (
    <EmptyState
      icon={<LockKeyhole aria-hidden="true" />}
      title={t('security.guestTitle')}
      text={t('security.guestText')}
      action={<Button text={t('profile.registerToKeep')} href={hrefOf('register')} />}
    />
  )
}
