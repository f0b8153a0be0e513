import { Bell as BellIcon } from 'lucide-react'

import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import styles from './counted-bell.module.css'
import { unreadHref, useUnread } from './unread.ts'

/** From here on the exact number tells nobody anything. */
const countMax = 99

/** The way to notices and messages, with how many are unread. */
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
