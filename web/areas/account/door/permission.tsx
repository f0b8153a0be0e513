import type { User } from '@mex/contract/account/shapes.ts'

import { useText } from '#text/use-text.ts'
import { Tag } from '#ui/tag.tsx'

/** The state of the permission for block trades, with the label of the spec (§4). */
export function PermissionTag({ status }: { status: User['blockStatus'] }) {
  const t = useText()
  switch (status) {
    case 0:
      return <Tag text={t('spec.permissionStates.notOpen')} />
    case 1:
      return <Tag text={t('spec.permissionStates.underReview')} tone="info" />
    case 2:
      return <Tag text={t('spec.kycStates.unsuccessful')} tone="danger" />
    case 3:
      return <Tag text={t('kyc.blockOpen')} tone="brand" />
  }
}
