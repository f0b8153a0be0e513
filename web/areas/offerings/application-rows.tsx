import { offerings } from '@mex/contract/offerings/calls.ts'
import { placings } from '@mex/contract/offerings/placing-calls.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'
import type { ReactNode } from 'react'

import { LoadedRows, MoreRows } from '#components/loaded-rows.tsx'
import { usePages } from '#data/pages.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { SubscriptionCard } from './door/subscription-card.tsx'
import { useNow } from './use-offers.ts'

type Props = {
  /** Applications of all kinds, or for placings alone. */
  call: typeof offerings.applications | typeof placings.applications
  /** The page of an application, where there are such pages (the spec's mode flag). */
  detailOf: (application: Application) => string | undefined
  /** In place of an empty list. */
  empty: ReactNode
}

/** Applications of the person, newest first. */
export function ApplicationRows({ call, detailOf, empty }: Props) {
  const t = useText()
  const pages = usePages(call, { pageNum: 1, pageSize: 20 }, { everySeconds: 60 })
  const now = useNow(30)
  return (
    <LoadedRows
      called={pages}
      failed={{ title: t('offerings.mineFailed'), text: t('offerings.failedText') }}
      waitingCards={[220, 220]}
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
