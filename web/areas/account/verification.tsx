import type { User } from '@mex/contract/account/shapes.ts'
import { BadgeCheck, Clock, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'

import { useText } from '#text/use-text.ts'
import { Tag, type TagTone } from '#ui/tag.tsx'

type State = { readonly text: string; readonly tone: TagTone; readonly icon: ReactNode }

/** The state of the identity verification with the label of the spec, or the request to start it. */
export function useVerification(status: User['realStatus']): State {
  const t = useText()
  switch (status) {
    case 0:
      return { text: t('profile.verify'), tone: 'warn', icon: <ShieldCheck aria-hidden="true" /> }
    case 1:
      return { text: t('spec.kycStates.underReview'), tone: 'info', icon: <Clock aria-hidden="true" /> }
    case 2:
      return { text: t('spec.kycStates.unsuccessful'), tone: 'danger', icon: <ShieldAlert aria-hidden="true" /> }
    case 3:
      return { text: t('spec.kycStates.verified'), tone: 'brand', icon: <BadgeCheck aria-hidden="true" /> }
  }
}

export function VerificationTag({ status }: { status: User['realStatus'] }) {
  const { text, tone, icon } = useVerification(status)
  return <Tag text={text} tone={tone} icon={icon} />
}
