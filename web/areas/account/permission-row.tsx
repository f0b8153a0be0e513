import type { User } from '@mex/contract/account/shapes.ts'
import { Layers } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'

import { useText } from '#text/use-text.ts'
import { Row } from '#ui/list.tsx'
import { PermissionTag } from './door/permission.tsx'

const PermissionSheet = lazy(() =>
  import('#areas/kyc/door/block-permission.tsx').then((file) => ({ default: file.PermissionSheet })),
)

/** The permission for block trades in a menu: its state, and the sheet with the application. */
export function PermissionRow({ status }: { status: User['blockStatus'] | undefined }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  const [isWanted, setWanted] = useState(false)
  const open = (): void => {
    setWanted(true)
    setOpen(true)
  }
  return (
    <>
      <Row
        icon={<Layers aria-hidden="true" />}
        title={t('kyc.blockTitle')}
        value={status === undefined ? undefined : <PermissionTag status={status} />}
        arrow
        onPress={open}
      />
      {isWanted ? (
        <Suspense>
          <PermissionSheet open={isOpen} onClose={() => setOpen(false)} />
        </Suspense>
      ) : undefined}
    </>
  )
}
