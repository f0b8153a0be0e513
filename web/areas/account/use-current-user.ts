import { account } from '@mex/contract/account/calls.ts'
import { useEffect } from 'react'

import { useCall } from '#data/call.ts'
import { updateUser, useSession } from '#data/session.ts'

/** The newest facts about the person; what the session remembers stands in until they are there. */
export function useCurrentUser() {
  const remembered = useSession()?.user
  const { data } = useCall(account.me, {}, { freshSeconds: 30 })
  useEffect(() => {
    if (data !== undefined) updateUser(data)
  }, [data])
  return data ?? remembered
}
