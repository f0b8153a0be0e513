import { account } from '@mex/contract/account/calls.ts'
import { kyc } from '@mex/contract/kyc/calls.ts'
import { kycReasons } from '@mex/contract/kyc/messages.ts'
import { textIn } from '@mex/contract/text.ts'
import { useState } from 'react'

import { PermissionSheet, PermissionWait } from '#areas/kyc/door/block-permission.tsx'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { useWide } from '#data/wide.ts'
import { capitalize } from '#text/capitalize.ts'
import { asTraditional } from '#text/server-texts.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { StrongLead } from '#components/strong-lead.tsx'
import { Clock, ShieldAlert } from 'lucide-react'

/** Where the person stands with the permission for blocks (rulebook §6.4); undefined until it is known, and without a session. */
export function usePermission() {
  const session = useSession()
  const isSignedIn = session !== undefined
  const { data, isWaiting } = useCall(account.me, {}, { when: isSignedIn, freshSeconds: 5, everySeconds: 20 })
  return { isSignedIn, status: data?.blockStatus, isWaiting }
}

/** Says what is missing to buy blocks, and leads there; nothing when the permission is open. */
export function PermissionBanner() {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const { isSignedIn, status } = usePermission()
  const isWide = useWide()
  if (!isSignedIn)
    return (
      <Notice action={<Button text={t('shell.logIn')} size="small" href={hrefOf('login')} />}>
        {t('blocks.signIn')}
      </Notice>
    )
  if (status === undefined || status === 3) return undefined
  const sheet = <PermissionSheet open={isOpen} onClose={() => setOpen(false)} />
  if (status === 1)
    return (
      <Notice tone="warn" icon={<Clock aria-hidden="true" />}>
        <Stack gap={4}>
          <strong>{capitalize(t('spec.permissionStates.underReview'))}</strong>
          <PermissionWait />
          {t('blocks.reviewingText')}
        </Stack>
      </Notice>
    )
  const label = capitalize(t('spec.permissionStates.applyForActivation'))
  const apply = <Button text={status === 2 ? t('blocks.again') : label} size="small" onPress={() => setOpen(true)} />
  return (
    <>
      <Notice
        tone={status === 2 ? 'danger' : 'info'}
        icon={<ShieldAlert aria-hidden="true" />}
        action={isWide ? apply : undefined}
      >
        <Stack gap={12} align="start">
          {status === 2 ? (
            <Refused />
          ) : (
            <span>
              <StrongLead lead={t('blocks.notOpen')} text={t('blocks.notOpenText')} />
            </span>
          )}
          {isWide ? undefined : apply}
        </Stack>
      </Notice>
      {sheet}
    </>
  )
}

function Refused() {
  const t = useText()
  const language = useLanguage()
  const { data } = useCall(kyc.status, {}, { freshSeconds: 10 })
  const reason = data?.verification.blockReason
  return (
    <span>
      <StrongLead
        lead={t('blocks.refused')}
        text={reason === undefined ? '' : textIn(kycReasons[reason], language, asTraditional)}
      />
    </span>
  )
}
