import { records as calls } from '@mex/contract/records/calls.ts'
import { Download, DoorClosed, RotateCcw } from 'lucide-react'
import { Suspense, useState } from 'react'

import { useCall } from '#data/call.ts'
import { formatDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { lazyComponent } from '#ui/lazy.tsx'
import { List, Row } from '#ui/list.tsx'
import type { DataAction } from './your-data-sheet.tsx'

const DataSheet = lazyComponent(() => import('./your-data-sheet.tsx').then((file) => file.DataSheet))

/** Export of the own data, reset and closing of the account; each explains its effect first. */
export function YourData() {
  const t = useText()
  const { data } = useCall(calls.ownData, {})
  const [open, setOpen] = useState<DataAction>()
  const [shown, setShown] = useState<DataAction>()
  const show = (what: DataAction) => {
    setShown(what)
    setOpen(what)
  }
  const isLater = data?.nextResetAt !== undefined
  const resetHint =
    data?.isResetting === true
      ? t('records.resetUnderWay')
      : isLater
        ? t('records.resetFrom', { date: formatDate(data.nextResetAt) })
        : t('records.resetHint')
  return (
    <>
      <List label={t('records.yourData')}>
        <Row
          height={62}
          icon={<Download aria-hidden="true" />}
          title={t('records.exportTitle')}
          subtitle={t('records.exportHint')}
          onPress={() => show('export')}
        />
        <Row
          height={62}
          icon={<RotateCcw aria-hidden="true" />}
          title={t('records.resetTitle')}
          subtitle={resetHint}
          {...(data === undefined || isLater ? {} : { onPress: () => show('reset') })}
        />
        <Row
          height={62}
          icon={<DoorClosed aria-hidden="true" />}
          title={t('records.closeTitle')}
          subtitle={t('records.closeHint')}
          onPress={() => show('close')}
        />
      </List>
      {shown === undefined ? undefined : (
        <Suspense>
          <DataSheet key={shown} what={shown} open={open === shown} onClose={() => setOpen(undefined)} />
        </Suspense>
      )}
    </>
  )
}
