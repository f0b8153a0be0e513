import { account } from '@mex/contract/account/calls.ts'
import { useEffect } from 'react'

import { useCall } from '#data/call.ts'
import { updateUser, useSession } from '#data/session.ts'

/** The signed-in user: the stored data of the session until the server has answered. */
export function useCurrentUser() {
  const remembered = useSession()?.user
  const { data } = useCall(account.me, {}, { freshSeconds: 30 })
  useEffect(() => {
    if (data !== undefined) updateUser(data)
  }, [data])
  return data ?? remembered
}
