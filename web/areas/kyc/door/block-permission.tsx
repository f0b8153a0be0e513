import { account } from '@mex/contract/account/calls.ts'
import { kyc } from '@mex/contract/kyc/calls.ts'
import { kycReasons } from '@mex/contract/kyc/messages.ts'
import { textIn } from '@mex/contract/text.ts'
import { useState } from 'react'

import { hrefOf } from '#data/links.ts'
import { useCall, useSend } from '#data/call.ts'
import { PermissionTag } from '#areas/account/door/permission.tsx'
import { LoadError } from '#components/load-error.tsx'
import { capitalize } from '#text/capitalize.ts'
import { asTraditional } from '#text/server-texts.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Grow, Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { useTimeLeft } from '#areas/kyc/status-cards.tsx'

/** The permission for block trades (rulebook §6.4) on the page of the verification. */
export function BlockPermission() {
  const t = useText()
  const { data } = useStatus()
  return (
    <Card>
      <Stack gap={12}>
        <Line spread="apart">
          <Grow>
            <Typography as="h2" size={17} weight="semibold">
              {t('kyc.blockTitle')}
            </Typography>
          </Grow>
          {data === undefined ? undefined : <PermissionTag status={data.blockStatus} />}
        </Line>
        <Body />
      </Stack>
    </Card>
  )
}

/** The permission in a sheet over another page. */
export function PermissionSheet({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  const { data } = useStatus()
  return (
    <Sheet open={open} onClose={onClose} title={t('kyc.blockTitle')}>
      <Stack gap={12}>
        {data === undefined ? undefined : (
          <Line>
            <PermissionTag status={data.blockStatus} />
          </Line>
        )}
        <Body />
      </Stack>
    </Sheet>
  )
}

const useStatus = () => useCall(kyc.status, {}, { freshSeconds: 10 })

/** The explanation, the state and the application. */
function Body() {
  const t = useText()
  const { data, failure, retry } = useStatus()
  if (data === undefined) {
    if (failure === undefined) return <SkeletonCard height={140} />
    return <LoadError title={t('kyc.blockFailed')} text={t('kyc.blockFailedText')} answer={{ failure, retry }} />
  }
  const { blockStatus, realStatus, verification } = data
  return (
    <>
      <Typography as="p" size={13} tone="second">
        {t('kyc.blockText')}
      </Typography>
      {blockStatus === 1 ? (
        <Typography as="p" size={15}>
          <PermissionWait />
        </Typography>
      ) : undefined}
      {verification.blockReason === undefined ? undefined : <Reason reason={verification.blockReason} />}
      {blockStatus === 0 || blockStatus === 2 ? <Application isVerified={realStatus === 3} /> : undefined}
    </>
  )
}

/** When the answer to an application is expected. */
export function PermissionWait() {
  const t = useText()
  const { data, receivedAt } = useStatus()
  const left = useTimeLeft(data?.verification.blockExpectedInSeconds, receivedAt)
  if (data === undefined) return undefined
  return (
    <span role="timer" aria-live="off">
      {left === undefined ? t('kyc.anyMoment') : t('kyc.expectedIn', { time: left })}
    </span>
  )
}

function Reason({ reason }: { reason: 'KYC' | 'RISK_NOT_ACKNOWLEDGED' }) {
  const t = useText()
  const language = useLanguage()
  const why = textIn(kycReasons[reason], language, asTraditional)
  return <Notice tone="danger">{t('kyc.refusedBecause', { reason: why })}</Notice>
}

function Application({ isVerified }: { isVerified: boolean }) {
  const t = useText()
  const [isAgreed, setAgreed] = useState(false)
  const [isTold, setTold] = useState(false)
  const application = useSend(kyc.applyForService, { stale: [kyc.status, account.me], done: true })
  if (!isVerified) return <Button text={t('kyc.verifyFirst')} kind="secondary" wide href={hrefOf('verifyIdentity')} />
  const apply = (): void => {
    setTold(true)
    if (isAgreed) void application.send({ service: 'block', riskAcknowledged: true })
  }
  return (
    <Stack gap={12}>
      <Checkbox
        label={t('kyc.blockRisk')}
        checked={isAgreed}
        onChange={setAgreed}
        error={isTold && !isAgreed ? t('kyc.blockRiskFirst') : undefined}
      />
      <Button
        text={capitalize(t('spec.permissionStates.applyForActivation'))}
        wide
        busy={application.isBusy}
        onPress={apply}
      />
    </Stack>
  )
}
