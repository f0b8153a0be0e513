import type { ReactNode } from 'react'

import { useSession } from '#data/session.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { LegalFooter } from '#areas/account/door/legal-links.tsx'
import { Introduction } from '#areas/account/sign-in/introduction.tsx'
import { RegistrationMethods, type RegistrationMethod } from './registration-methods.tsx'
import { useText } from '#text/use-text.ts'
import { Line } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { StrongLead } from '#components/strong-lead.tsx'
import { Typography } from '#ui/typography.tsx'

type Props = {
  way: RegistrationMethod
  title: string
  heading: string
  text: string
  /** The invitation code of the URL. */
  invite: string | undefined
  children: ReactNode
}

/** The frame of the three registration forms. */
export function RegistrationPage({ way, title, heading, text, invite, children }: Props) {
  const t = useText()
  const navigation = useNavigation()
  const isGuest = useSession()?.user?.isGuest === true
  return (
    <Screen title={title}>
      <Introduction title={heading} text={text} />
      <RegistrationMethods way={way} invite={invite} />
      {isGuest ? (
        <Notice tone="success">
          <StrongLead lead={t('auth.claimTitle')} text={t('auth.claimText')} />
        </Notice>
      ) : undefined}
      {invite === undefined ? undefined : <Notice>{t('auth.invited', { code: invite })}</Notice>}
      {children}
      <Line spread="center" gap={8}>
        <Typography size={13} tone="second">
          {t('auth.haveAccount')}
        </Typography>
        <TextButton text={t('shell.logIn')} onPress={() => navigation.replace('login')} />
      </Line>
      <LegalFooter />
    </Screen>
  )
}
