import { account } from '@mex/contract/account.ts'
import { kyc } from '@mex/contract/kyc.ts'
import { messageReasons } from '@mex/contract/messages.ts'
import { textIn } from '@mex/contract/text.ts'
import { useState } from 'react'

import { addressOf } from '#data/addresses.ts'
import { useCall, useSend } from '#data/call.ts'
import { asTraditional } from '#text/server-texts.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Grow, Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Tag, type TagTone } from '#ui/tag.tsx'
import { Words } from '#ui/words.tsx'
import { useTimeLeft } from './status-cards.tsx'

const tones: readonly TagTone[] = ['plain', 'info', 'danger', 'brand']

/** The permission for block trades (rulebook §6.4): what it is, how far it has come, and the application for it. */
export function BlockPermission() {
  const t = useText()
  const { data, failure, receivedAt } = useCall(kyc.status, {}, { freshSeconds: 10 })
  const left = useTimeLeft(data?.verification.blockExpectedInSeconds, receivedAt)
  if (data === undefined) return failure === undefined ? <SkeletonCard height={140} /> : undefined
  const { blockStatus, realStatus, verification } = data
  const states = [
    t('kyc.blockClosed'),
    t('spec.kycStates.underReview'),
    t('spec.kycStates.unsuccessful'),
    t('kyc.blockOpen'),
  ]
  return (
    <Card>
      <Stack gap={12}>
        <Line spread="apart">
          <Grow>
            <Words as="h2" size={17} weight="semibold">
              {t('kyc.blockTitle')}
            </Words>
          </Grow>
          <Tag text={states[blockStatus] ?? ''} tone={tones[blockStatus] ?? 'plain'} />
        </Line>
        <Words as="p" size={13} tone="second">
          {t('kyc.blockText')}
        </Words>
        {blockStatus === 1 ? (
          <Words as="p" size={15}>
            {left === undefined ? t('kyc.anyMoment') : t('kyc.expectedIn', { time: left })}
          </Words>
        ) : undefined}
        {verification.blockReason === undefined ? undefined : <Reason reason={verification.blockReason} />}
        {blockStatus === 0 || blockStatus === 2 ? <Application isVerified={realStatus === 3} /> : undefined}
      </Stack>
    </Card>
  )
}

function Reason({ reason }: { reason: 'KYC' | 'RISK_NOT_ACKNOWLEDGED' }) {
  const t = useText()
  const language = useLanguage()
  const why = textIn(messageReasons[reason], language, asTraditional)
  return <Notice tone="danger">{t('kyc.refusedBecause', { reason: why })}</Notice>
}

function Application({ isVerified }: { isVerified: boolean }) {
  const t = useText()
  const [isAgreed, setAgreed] = useState(false)
  const [isTold, setTold] = useState(false)
  const application = useSend(kyc.applyForService, { stale: [kyc.status, account.me] })
  if (!isVerified)
    return <Button text={t('kyc.verifyFirst')} kind="secondary" wide href={addressOf('/pages/kyc/individual')} />
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
      <Button text={t('kyc.blockApply')} wide busy={application.isBusy} onPress={apply} />
    </Stack>
  )
}
