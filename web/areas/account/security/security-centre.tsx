import { registration } from '@mex/contract/account/registration.ts'
import { KeyRound, LockKeyhole } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { GuestNotice } from './guest-notice.tsx'
import { PasskeyList } from './passkey-list.tsx'
import { SessionList } from './session-list.tsx'
import { useCurrentUser } from '#areas/account/door/use-current-user.ts'
import { LoadError } from '#components/load-error.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { List, Row } from '#ui/list.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { Tag } from '#ui/tag.tsx'

export function SecurityCentre() {
  const t = useText()
  const user = useCurrentUser()
  const isGuest = user?.isGuest === true
  return (
    <Screen title={t('titles.security')} waiting={user === undefined}>
      {isGuest ? <GuestNotice /> : <PasswordRows hasPayPassword={user?.hasPayPassword} />}
      {isGuest ? undefined : (
        <Section title={t('security.passkeys')}>
          <PasskeyList />
        </Section>
      )}
      <Section title={t('setting.sessions')}>
        <SessionList />
      </Section>
      {isGuest ? undefined : <Details />}
    </Screen>
  )
}

function PasswordRows({ hasPayPassword }: { hasPayPassword: boolean | undefined }) {
  const t = useText()
  return (
    <Section title={t('security.signIn')}>
      <List label={t('security.signIn')}>
        <Row
          height={62}
          icon={<KeyRound aria-hidden="true" />}
          title={t('security.loginPassword')}
          subtitle={t('security.changeText')}
          href={hrefOf('loginPassword')}
        />
        <Row
          height={62}
          icon={<LockKeyhole aria-hidden="true" />}
          title={t('security.payPassword')}
          subtitle={t('security.payPasswordText')}
          value={
            hasPayPassword === undefined ? undefined : (
              <Tag
                text={hasPayPassword ? t('security.isSet') : t('security.notSet')}
                tone={hasPayPassword ? 'brand' : 'warn'}
              />
            )
          }
          arrow
          href={hrefOf('payPassword')}
        />
      </List>
    </Section>
  )
}

const countryName = (language: string, code: string): string =>
  new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code

/** The data entered at registration; renders nothing for accounts without such data. */
function Details() {
  const t = useText()
  const language = useLanguage()
  const { data, failure, retry } = useCall(registration.details, {})
  // Most accounts have no such data: at the end of the page a late answer shifts nothing.
  if (data === undefined ? failure === undefined : data.streetAddress === undefined) return undefined
  const rows =
    data === undefined
      ? []
      : [
          { label: t('spec.individualLabels.streetAddress'), value: data.streetAddress },
          { label: t('spec.individualLabels.additionalAddress'), value: data.additionalAddress },
          { label: t('spec.individualLabels.stateOrProvince'), value: data.stateProvince },
          {
            label: t('spec.individualLabels.country'),
            value: data.country === undefined ? undefined : countryName(language, data.country),
          },
          { label: t('spec.individualLabels.phoneNumber'), value: data.phoneNumber },
          { label: t('spec.individualLabels.socialSecurityNumber'), value: data.socialSecurityNumber },
        ]
  return (
    <Section title={t('security.details')}>
      {data !== undefined ? (
        <Card>
          <KeyValues
            rows={rows
              .filter(({ value }) => value !== undefined)
              .map(({ label, value }) => ({ label: capitalize(label), value }))}
          />
        </Card>
      ) : (
        <LoadError title={t('security.detailsFailed')} answer={{ failure, retry }} />
      )}
    </Section>
  )
}
