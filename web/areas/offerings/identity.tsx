import { account } from '@mex/contract/account/calls.ts'

import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** The verification of the signed-in person. A form waits until it is known: a notice that came later would push it down. */
export function useIdentity() {
  const isSignedIn = useSession() !== undefined
  const { data, failure } = useCall(account.me, {}, { when: isSignedIn, freshSeconds: 30 })
  return { status: data?.realStatus, isKnown: !isSignedIn || (data ?? failure) !== undefined }
}

/** Says before the form is filled that offers need a verified identity (rulebook §6.3). */
export function IdentityNotice() {
  const t = useText()
  const { status } = useIdentity()
  if (status === undefined || status === 3) return undefined
  if (status === 1) return <Notice tone="info">{t('offerings.verifyWaits')}</Notice>
  return (
    <Notice tone="info" action={<Button text={t('offerings.verify')} size="small" href={hrefOf('verifyIdentity')} />}>
      {t('offerings.verifyText')}
    </Notice>
  )
}

/** Why nothing can be sent yet; undefined with a verified identity. */
export function useIdentityReason(): string | undefined {
  const t = useText()
  const { status } = useIdentity()
  if (status === undefined || status === 3) return undefined
  return t(status === 1 ? 'offerings.verifyWaits' : 'offerings.verifyFirst')
}
