import { offerings } from '@mex/contract/offerings/calls.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'
import type { ReactNode } from 'react'

import { ApplicationRows } from '#areas/offerings/application-rows.tsx'

type Props = {
  detailOf: (application: Application) => string | undefined
  empty: ReactNode
}

/** The applications of the person for new issues and placings (list 4), newest first. */
export function SubscriptionList(props: Props) {
  return <ApplicationRows call={offerings.applications} {...props} />
}
