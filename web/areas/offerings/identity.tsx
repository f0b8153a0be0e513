import { account } from '@mex/contract/account/calls.ts'

import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Says before the form is filled that offers need a verified identity (rulebook §6.3). */
export function IdentityNotice() {
  const t = useText()
  const { data } = useCall(account.me, {}, { freshSeconds: 30 })
  if (data === undefined || data.realStatus === 3) return undefined
  if (data.realStatus === 1) return <Notice tone="info">{t('offerings.verifyWaits')}</Notice>
  return (
    <Notice tone="info" action={<Button text={t('offerings.verify')} size="small" href={hrefOf('verifyIdentity')} />}>
      {t('offerings.verifyText')}
    </Notice>
  )
}
