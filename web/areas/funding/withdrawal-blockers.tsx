import type { Answer } from '@mex/contract/call.ts'
import type { funding } from '@mex/contract/funding/calls.ts'
import { refusalCode } from '@mex/contract/refusals.ts'

import { useCurrentUser } from '#areas/account/door/use-current-user.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'
import { TextButton } from '#ui/text-button.tsx'

const missing = refusalCode('verification_missing')
const pending = refusalCode('verification_pending')

/** The conditions that block every withdrawal, with links that resolve them. */
export function WithdrawalBlockers({ usable }: { usable: Answer<typeof funding.usable> }) {
  const t = useText()
  const user = useCurrentUser()
  const { reason, reasonCode } = usable
  if (reasonCode !== undefined) {
    const isGuest = user?.isGuest === true && reasonCode === missing
    return (
      <Notice
        tone="warn"
        action={
          isGuest ? (
            <TextButton text={t('funding.register')} href={hrefOf('register')} />
          ) : reasonCode === missing || reasonCode === pending ? (
            <TextButton
              text={t(reasonCode === missing ? 'funding.verifyNow' : 'funding.seeReview')}
              href={hrefOf('verifyIdentity')}
            />
          ) : undefined
        }
      >
        {isGuest ? t('funding.guestText') : reason}
      </Notice>
    )
  }
  if (user === undefined || user.hasPayPassword) return undefined
  return (
    <Notice tone="warn" action={<TextButton text={t('funding.setPayPassword')} href={hrefOf('payPassword')} />}>
      {t('funding.payPasswordFirst')}
    </Notice>
  )
}
