import { useEffect } from 'react'

import { onAnnouncement } from '#data/announce.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { showToast } from '#ui/toast-list.ts'

/** Shows the announcements of the data layer with the texts of the spec, and opens the login page when the session has ended. */
export function Announcements() {
  const t = useText()
  const navigation = useNavigation()
  useEffect(
    () =>
      onAnnouncement((announcement) => {
        switch (announcement.kind) {
          case 'login-expired':
            showToast(t('spec.errors.loginExpired'), 'failure')
            navigation.to('login')
            break
          case 'network':
            showToast(t('spec.errors.network'), 'failure')
            break
          case 'refused':
            showToast(announcement.text || t('spec.errors.serverSaysNothing'), 'failure')
            break
          case 'done':
            showToast(announcement.text ?? t('spec.successes.success'), 'success')
            break
        }
      }),
    [t, navigation],
  )
  return undefined
}
