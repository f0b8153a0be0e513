import { alertDevices } from '@mex/contract/alerts/devices.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'

import { asFailure, refresh, useCall } from '#data/call.ts'
import { useText } from '#text/use-text.ts'
import { List } from '#ui/list.tsx'
import { Notice } from '#ui/notice.tsx'
import { Switch } from '#ui/switch.tsx'
import { addThisBrowser, browserSubscription, removeThisBrowser } from './subscription.ts'

/** Lets this browser tell of alerts while the page is closed. Nothing, where the operator or the browser cannot. */
export function DeviceSwitch() {
  const t = useText()
  /** What the person has chosen, until the server has answered. */
  const [chosen, setChosen] = useState<boolean>()
  /** Why the browser or the server said no. */
  const [problem, setProblem] = useState<string>()
  const browser = useQuery({ queryKey: ['subscription of this browser'], queryFn: browserSubscription })
  const { isPossible = false, endpoint } = browser.data ?? {}
  const { data } = useCall(alertDevices.device, { endpoint }, { when: isPossible, keepEarlier: true })
  const serverKey = data?.publicKey
  if (serverKey === undefined) return undefined

  const change = async (isWanted: boolean): Promise<void> => {
    setChosen(isWanted)
    setProblem(undefined)
    try {
      const found = isWanted ? await addThisBrowser(serverKey) : await removeThisBrowser()
      if (found !== undefined) setProblem(t(`alerts.${found}`))
    } catch (error) {
      // A lost connection is announced for every call.
      const { code, message } = asFailure(error)
      if (code !== 'network') setProblem(message)
    } finally {
      await browser.refetch()
      await refresh(alertDevices.device)
      setChosen(undefined)
    }
  }

  return (
    <>
      <List label={t('alerts.device')}>
        <Switch
          label={t('alerts.device')}
          hint={t('alerts.deviceHint')}
          checked={chosen ?? data?.isOn === true}
          disabled={chosen !== undefined}
          onChange={(isWanted) => void change(isWanted)}
        />
      </List>
      {problem === undefined ? undefined : (
        <Notice tone="warn" urgent>
          {problem}
        </Notice>
      )}
    </>
  )
}
