import { Bell as BellIcon } from 'lucide-react'

import { addressOf } from '#data/addresses.ts'
import { useText } from '#text/use-text.ts'
import { IconButton } from '#ui/icon-button.tsx'
import styles from './counted-bell.module.css'
import { useUnread } from './unread.ts'

/** From here on the exact number tells nobody anything. */
const countMost = 99

/** The way to notices and messages, with how many are unread. */
export function CountedBell() {
  const t = useText()
  const { messages, notices } = useUnread()
  const count = messages + notices
  const shown = count > countMost ? `${countMost}+` : String(count)
  return (
    <span className={styles['bell']}>
      <IconButton
        icon={<BellIcon aria-hidden="true" />}
        label={count === 0 ? t('home.notices') : t('content.unreadNotices', { count: shown })}
        href={addressOf('/pages/notice/index', messages > 0 ? { tab: 'messages' } : {})}
      />
      {count === 0 ? undefined : (
        <span className={styles['count']} aria-hidden="true">
          {shown}
        </span>
      )}
    </span>
  )
}
