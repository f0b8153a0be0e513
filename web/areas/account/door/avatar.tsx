import { displayName } from '#areas/account/display-name.ts'
import { initialsOf } from '#areas/account/initials.ts'
import { useCurrentUser } from './use-current-user.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import styles from './avatar.module.css'

/** The initials of the signed-in user: the way to the account. */
export function Avatar() {
  const t = useText()
  const user = useCurrentUser()
  const name = user === undefined ? '' : displayName(t, user)
  const initials = initialsOf(name)
  // The name begins with what is seen, so that somebody who speaks to the page can say it.
  const label = `${initials}, ${t('workspace.account', { name })}`
  return (
    <a className={styles['avatar']} href={hrefOf('account')} aria-label={label} title={name}>
      {initials}
    </a>
  )
}
