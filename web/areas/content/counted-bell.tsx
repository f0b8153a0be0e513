import { Bell as BellIcon } from 'lucide-react'

import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import styles from './counted-bell.module.css'
import { unreadHref, useUnread } from './unread.ts'

/** Larger counts are shown as '99+'. */
const countMax = 99

/** Link to notices and messages with the unread count. */
export function CountedBell() {
  const t = useText()
  const unread = useUnread()
  const count = unread.messages + unread.notices
  const shown = count > countMax ? `${countMax}+` : String(count)
  return (
    <span className={styles['bell']}>
      <IconButton
        icon={<BellIcon aria-hidden="true" />}
        label={count === 0 ? t('home.notices') : t('content.unreadNotices', { count: shown })}
        href={unreadHref(unread)}
      />
      {count === 0 ? undefined : (
        <span className={styles['count']} aria-hidden="true">
          {shown}
        </span>
      )}
    </span>
  )
}
