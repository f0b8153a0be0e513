import { useEffect, useRef } from 'react'

import type { CallFailure } from '#data/failure.ts'
import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'
import { useLockout } from './lockout.ts'

type Props = {
  message: string | undefined
  /** Of a call that locks after too many tries: how long is counted down, and the message goes when it is over. */
  failure?: CallFailure | undefined
}

/** What no field of a form can show, brought into sight; nothing while there is nothing. */
export function FormMessage({ message, failure }: Props) {
  const t = useText()
  const lock = useLockout(failure, 'too_many_attempts')
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed may be far from where the form ends.
    if (message !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  if (message === undefined || lock.hasEnded) return undefined
  return (
    <div ref={place}>
      <Notice tone="danger" urgent>
        {lock.left === undefined ? message || t('spec.errors.serverSaysNothing') : <Locked time={lock.left} />}
      </Notice>
    </div>
  )
}

/** The seconds are not read out one by one. */
function Locked({ time }: { time: string }) {
  const t = useText()
  return (
    <span role="timer" aria-live="off">
      {t('auth.locked', { time })}
    </span>
  )
}
