import { offerings } from '@mex/contract/offerings/calls.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'
import type { ReactNode } from 'react'

import { LoadedRows, MoreRows } from '#components/loaded-rows.tsx'
import { usePages } from '#data/pages.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { useNow } from '#areas/offerings/use-offers.ts'
import { SubscriptionCard } from './subscription-card.tsx'

type Props = {
  /** The page of an application, where there are such pages (the spec's mode flag). */
  detailOf: (application: Application) => string | undefined
  /** In place of an empty list. */
  empty: ReactNode
}

/** The applications of the person (list 4), newest first. */
export function SubscriptionList({ detailOf, empty }: Props) {
  const t = useText()
  const pages = usePages(offerings.applications, { pageNum: 1, pageSize: 20 }, { everySeconds: 60 })
  const now = useNow(30)
  return (
    <LoadedRows
      called={pages}
      failed={{ title: t('offerings.failed'), text: t('offerings.failedText') }}
      waitingRows={4}
      empty={empty}
    >
      {(rows) => (
        <Stack>
          {rows.map((application) => (
            <SubscriptionCard key={application.id} application={application} now={now} detail={detailOf(application)} />
          ))}
          <MoreRows pages={pages} />
        </Stack>
      )}
    </LoadedRows>
  )
}
