import type { Application } from '@mex/contract/offerings/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { offerings } from '@mex/contract/offerings/calls.ts'
import { placings } from '@mex/contract/offerings/placing-calls.ts'
import { useState } from 'react'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { useCall } from '#data/call.ts'
import { useSession } from '#data/session.ts'

/** All published offers; the server adds one every few days. */
export const useIssues = () => useCall(offerings.issues, {}, { everySeconds: 60, keepEarlier: true })

/**
 * The applications of the signed-in person for offers of a kind, by offer; none without a session. A page waits until they
 * are known: a card that came later would push it down.
 */
export function useApplications(source: Application['source'] = sources.newStock) {
  const isSignedIn = useSession() !== undefined
  const { data, failure } = useCall(
    offerings.applications,
    { pageNum: 1, pageSize: 50, source },
    { when: isSignedIn, everySeconds: 60 },
  )
  const applications: ReadonlyMap<number, Application> = new Map(
    (data?.rows ?? []).map((application) => [application.issueId, application]),
  )
  return { applications, isKnown: !isSignedIn || (data ?? failure) !== undefined }
}

/** The placings of the newest weeks; the server adds one every day. */
export const usePlacings = () =>
  useCall(placings.list, { pageNum: 1, pageSize: 50 }, { everySeconds: 60, keepEarlier: true })

/** The market time; until it is known that of the device. */
export function useNow(everySeconds: number): number {
  const [opened] = useState(() => Date.now())
  const { now } = useMarketNow(everySeconds)
  return now ?? opened
}
