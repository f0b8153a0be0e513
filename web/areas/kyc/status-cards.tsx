import type { Verification } from '@mex/contract/kyc/calls.ts'
import { kycReasons } from '@mex/contract/kyc/messages.ts'
import { textIn } from '@mex/contract/text.ts'
import { BadgeCheck, Clock, ShieldAlert } from 'lucide-react'
import type { ReactNode } from 'react'

import { useSecondsUntil } from '#components/countdown.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { asTraditional } from '#text/server-texts.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './kyc.module.css'
import { fullName, useDocumentLabels } from './names.ts'

/** The remaining time as 'mm:ss'; undefined when it has ended. */
export function useTimeLeft(seconds: number | undefined, receivedAt: number | undefined): string | undefined {
  const left = useSecondsUntil(
    seconds === undefined || receivedAt === undefined ? undefined : receivedAt + seconds * 1000,
  )
  if (left === undefined || left <= 0) return undefined
  return `${String(Math.floor(left / 60)).padStart(2, '0')}:${String(left % 60).padStart(2, '0')}`
}

type Props = { verification: Verification; receivedAt: number | undefined }

/** Under review: the latest and the expected time of the decision. */
export function UnderReview({ verification, receivedAt }: Props) {
  const t = useText()
  const left = useTimeLeft(verification.expectedInSeconds, receivedAt)
  return (
    <Card>
      <Status status="under_review" title={t('kyc.reviewTitle')}>
        <Typography as="p" size={15} tone="second">
          {t('kyc.reviewText')}
        </Typography>
        <Typography as="p" size={17} weight="semibold">
          {/* Screen readers do not announce every second. */}
          <span role="timer" aria-live="off">
            {left === undefined ? t('kyc.anyMoment') : t('kyc.expectedIn', { time: left })}
          </span>
        </Typography>
      </Status>
      <Facts verification={verification} />
    </Card>
  )
}

export function Verified({ verification }: { verification: Verification }) {
  const t = useText()
  return (
    <Card>
      <Status status="verified" title={t('kyc.verifiedTitle')}>
        <Typography as="p" size={15} tone="second">
          {t('kyc.verifiedText')}
        </Typography>
      </Status>
      <Facts verification={verification} />
    </Card>
  )
}

/** The reason of the refusal, and the fields to submit again. */
export function Unsuccessful({ verification }: { verification: Verification }) {
  const t = useText()
  const language = useLanguage()
  const { realReason: reason, triesLeft } = verification
  const why = reason === undefined ? '' : textIn(kycReasons[reason], language, asTraditional)
  return (
    <Card>
      <Status status="refused" title={t('kyc.refusedTitle')}>
        <Typography as="p" size={15}>
          {t('kyc.refusedBecause', { reason: why })}
        </Typography>
        <Typography as="p" size={13} tone="second">
          {t('kyc.onlyThis')}
        </Typography>
      </Status>
      {triesLeft > 0 ? (
        <Typography as="p" size={13} tone="second" align="center">
          {t('kyc.triesLeft', { count: triesLeft })}
        </Typography>
      ) : (
        <Notice tone="warn">{t('kyc.noTries')}</Notice>
      )}
    </Card>
  )
}

const icons = { under_review: Clock, verified: BadgeCheck, refused: ShieldAlert }

/** The head of a card: the icon and the name of the status over its explanation. */
function Status({ status, title, children }: { status: keyof typeof icons; title: string; children: ReactNode }) {
  const Icon = icons[status]
  return (
    <div className={styles['state']} data-status={status}>
      <Icon aria-hidden="true" />
      <Typography as="h2" size={20} weight="bold">
        {title}
      </Typography>
      {children}
    </div>
  )
}

/** The submitted data, as far as it may be shown. */
function Facts({ verification }: { verification: Verification }) {
  const t = useText()
  const names = useDocumentLabels()
  const { firstName, lastName, enterpriseName, documentType, documentNumber, licenseNumber, submittedAt } = verification
  const rows = [
    enterpriseName === undefined
      ? { label: t('kyc.name'), value: fullName(firstName, lastName) }
      : { label: t('kyc.companyName'), value: enterpriseName },
    {
      label: documentType === undefined ? names.field('licenseNumber') : names.type(documentType),
      value: licenseNumber ?? documentNumber ?? '—',
    },
    { label: t('kyc.submittedAt'), value: formatTimestamp(submittedAt) },
  ]
  return (
    <Stack gap={12}>
      <KeyValues rows={rows} />
    </Stack>
  )
}
