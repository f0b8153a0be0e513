import type { Application } from '@mex/contract/offerings/shapes.ts'
import { offerings } from '@mex/contract/offerings/calls.ts'
import { useState } from 'react'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { useCall } from '#data/call.ts'
import { useSession } from '#data/session.ts'

/** All published offers; the server adds one every few days. */
export const useIssues = () => useCall(offerings.issues, {}, { everySeconds: 60, keepEarlier: true })

/** The applications of the signed-in person by offer; empty without a session. */
export function useApplications(): ReadonlyMap<number, Application> {
  const session = useSession()
  const { data } = useCall(
    offerings.applications,
    { pageNum: 1, pageSize: 50 },
    { when: session !== undefined, everySeconds: 60 },
  )
  return new Map((data?.rows ?? []).map((application) => [application.issueId, application]))
}

/** The market time; until it is known that of the device. */
export function useNow(everySeconds: number): number {
  const [opened] = useState(() => Date.now())
  const { now } = useMarketNow(everySeconds)
  return now ?? opened
}
