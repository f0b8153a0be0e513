import type { User } from '@mex/contract/account/shapes.ts'

import { addressOf } from '#data/addresses.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { ForReaders, Grow, Line, Stack } from '#ui/layout.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Words } from '#ui/words.tsx'
import styles from './identity-card.module.css'
import { initialsOf } from './initials.ts'
import { VerificationTag } from './verification.tsx'

/** Who is signed in. A guest reads how to keep the account; anybody else, how far verification has come. */
export function IdentityCard({ user }: { user: User | undefined }) {
  const t = useText()
  if (user === undefined) return <Waiting />
  const name = user.nickName ?? user.username
  const kind = user.userType === 4 ? t('profile.company') : t('profile.individual')
  return (
    <Card>
      <Stack gap={16}>
        <Line gap={12}>
          <span className={styles['avatar']} aria-hidden="true">
            {initialsOf(name)}
          </span>
          <Grow>
            <Words as="h2" size={17} weight="bold" cut>
              {name}
            </Words>
            <Words as="div" size={12} tone="third" cut>
              {t('profile.number', { id: String(user.id) })} · {kind}
            </Words>
          </Grow>
          {user.isGuest ? (
            <Tag text={t('profile.guest')} tone="warn" />
          ) : (
            <a className={styles['verification']} href={addressOf('verifyIdentity')}>
              <ForReaders>{t('profile.identityVerification')}</ForReaders>
              <VerificationTag status={user.realStatus} />
            </a>
          )}
        </Line>
        {user.isGuest ? (
          <Stack gap={12}>
            <Words as="p" size={13} tone="second">
              {t('profile.guestText')}
            </Words>
            <Button text={t('profile.registerToKeep')} wide href={addressOf('register')} />
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
