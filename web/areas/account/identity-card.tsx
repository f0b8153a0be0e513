import type { User } from '@mex/contract/account/shapes.ts'

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { VisuallyHidden, Grow, Line, Stack } from '#ui/layout.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { displayName } from './display-name.ts'
import styles from './identity-card.module.css'
import { initialsOf } from './initials.ts'
import { VerificationTag } from './verification.tsx'

/** The signed-in user. A guest reads how to keep the account; other users see the state of their verification. */
export function IdentityCard({ user }: { user: User | undefined }) {
  const t = useText()
  if (user === undefined) return <Waiting />
  const name = displayName(t, user)
  const kind = user.userType === 4 ? t('profile.company') : t('profile.individual')
  return (
    <Card>
      <Stack gap={16}>
        <Line gap={12}>
          <span className={styles['avatar']} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <Grow>
            <Typography as="h2" size={17} weight="bold" cut>
              {name}
            </Typography>
            <Typography as="div" size={12} tone="third" cut>
              {t('profile.number', { id: String(user.id) })} · {kind}
            </Typography>
          </Grow>
          {user.isGuest ? (
            <Tag text={t('profile.guest')} tone="warn" />
          ) : (
            <a className={styles['verification']} href={hrefOf('verifyIdentity')}>
              <VisuallyHidden>{t('profile.identityVerification')}</VisuallyHidden>
              <VerificationTag status={user.realStatus} />
            </a>
          )}
        </Line>
        {user.isGuest ? (
          <Stack gap={12}>
            <Typography as="p" size={13} tone="second">
              {t('profile.guestText')}
            </Typography>
            <Button text={t('profile.registerToKeep')} wide href={hrefOf('register')} />
          </Stack>
        ) : undefined}
      </Stack>
    </Card>
  )
}

function Waiting() {
  return (
    <Card>
      <Line gap={12}>
        <Skeleton width={48} height={48} round />
        <Stack gap={8}>
          <Skeleton width={120} height={17} />
          <Skeleton width={90} height={12} />
        </Stack>
      </Line>
    </Card>
  )
}
