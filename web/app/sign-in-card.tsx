import { CircleUserRound } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import type { RouteName } from '#data/routes.ts'
import { GuestButton } from '#components/guest-button.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import styles from './shell.module.css'

/** Replaces a page that needs a session. After signing in, the same URL shows the page. */
export function SignInCard({ route }: { route: RouteName }) {
  const t = useText()
  return (
    <Screen title={t(`titles.${route}`)}>
      <EmptyState
        icon={<CircleUserRound aria-hidden="true" />}
        title={t('shell.signInTitle')}
        text={t('shell.signInText')}
        action={
          <div className={styles['ways']}>
            <GuestButton text={t('shell.tryItNow')} />
            <div className={styles['others']}>
              <Button text={t('shell.logIn')} kind="secondary" wide href={hrefOf('login')} />
              <Button text={t('shell.register')} kind="secondary" wide href={hrefOf('register')} />
            </div>
          </div>
        }
      />
    </Screen>
  )
}
