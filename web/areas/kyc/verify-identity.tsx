import { account } from '@mex/contract/account/calls.ts'
import type { Answer } from '@mex/contract/call.ts'
import { kyc } from '@mex/contract/kyc/calls.ts'
import { UserRoundPlus } from 'lucide-react'
import { useEffect } from 'react'

import { hrefOf } from '#data/links.ts'
import { refresh, useCall } from '#data/call.ts'
import { BlockPermission } from './door/block-permission.tsx'
import { clearFormState } from './form-state.ts'
import { DocumentButtons, DocumentPages } from './document-pages.tsx'
import { UnderReview, Unsuccessful, Verified } from './status-cards.tsx'
import { StepBar, StepHeading } from './step-bar.tsx'
import { useDocumentForm } from './use-document-form.ts'
import { useNoSteps } from './use-steps.ts'
import { LoadError } from '#components/load-error.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'

type Status = Answer<typeof kyc.status>

/** The state of the identity verification, and its form while there is something to submit. */
export function VerifyIdentity() {
  const t = useText()
  // Polls during the review, because the push connection may be lost.
  const { data, failure, receivedAt, retry } = useCall(kyc.status, {}, { everySeconds: 15 })
  const title = t('titles.verifyIdentity')
  if (data === undefined)
    return (
      <Screen title={title} waiting={failure === undefined}>
        {failure === undefined ? (
          <SkeletonCard height={340} />
        ) : (
          <LoadError title={t('kyc.failed')} text={t('kyc.failedText')} answer={{ failure, retry }} />
        )}
      </Screen>
    )
  if (data.isGuest)
    return (
      <Screen title={title}>
        <EmptyState
          icon={<UserRoundPlus aria-hidden="true" />}
          title={t('kyc.guestTitle')}
          text={t('kyc.guestText')}
          action={<Button text={t('kyc.registerToVerify')} href={hrefOf('register')} />}
        />
      </Screen>
    )
  const { realStatus, verification } = data
  if (realStatus === 0 || (realStatus === 2 && verification.triesLeft > 0))
    return <PaperScreen key={verification.submittedAt ?? 0} status={data} />
  return <Standing status={data} receivedAt={receivedAt} />
}

/** The state while there is nothing to submit. */
function Standing({ status, receivedAt }: { status: Status; receivedAt: number | undefined }) {
  const t = useText()
  const { realStatus, verification } = status
  useNoSteps()
  useEffect(clearFormState, [])
  return (
    <Screen title={t('titles.verifyIdentity')} onRefresh={() => refresh(kyc.status, account.me)}>
      {realStatus === 1 ? <UnderReview verification={verification} receivedAt={receivedAt} /> : undefined}
      {realStatus === 2 ? <Unsuccessful verification={verification} /> : undefined}
      {realStatus === 3 ? <Verified verification={verification} /> : undefined}
      {realStatus === 3 ? <BlockPermission /> : undefined}
    </Screen>
  )
}

function PaperScreen({ status }: { status: Status }) {
  const t = useText()
  const { id, userType, realStatus, verification } = status
  const holder = userType === 4 ? 'company' : 'individual'
  const form = useDocumentForm(id, holder, verification)
  const isRetry = form.step?.name === 'redo'
  const titles = {
    details: t('kyc.stepDetails'),
    document: t('kyc.stepDocument'),
    account: t('kyc.stepAccount'),
    officer: t('kyc.stepOfficer'),
    redo: '',
    review: t('kyc.stepReview'),
  }
  const names = form.names.map((name) => titles[name])
  return (
    <Screen
      title={t('titles.verifyIdentity')}
      subtitle={t(isRetry ? 'kyc.aboutOneMinute' : 'kyc.aboutThreeMinutes')}
      footer={<DocumentButtons form={form} />}
    >
      {isRetry ? undefined : <StepBar names={names} at={form.at} />}
      {realStatus === 2 && form.at === 0 ? <Unsuccessful verification={verification} /> : undefined}
      {isRetry ? undefined : <StepHeading names={names} at={form.at} />}
      <DocumentPages form={form} holder={holder} />
      {form.at > 0 ? <Button text={t('kyc.backOne')} kind="quiet" wide onPress={form.back} /> : undefined}
    </Screen>
  )
}
