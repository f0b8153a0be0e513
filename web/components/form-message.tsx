import { useEffect, useRef } from 'react'

import type { CallFailure } from '#data/failure.ts'
import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'
import { Typography } from '#ui/typography.tsx'
import { useLockout } from './lockout.ts'

type Props = {
  /** What has failed, in bold above the reason. */
  title?: string
  message: string | undefined
  /** The failure of a call with a lockout: the remaining time counts down, and the message disappears at its end. */
  failure?: CallFailure | undefined
}

/** An error without a field, scrolled into view; renders nothing without one. */
export function FormMessage({ title, message, failure }: Props) {
  const t = useText()
  const lock = useLockout(failure, 'too_many_attempts')
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The pressed button may be far from the end of the form.
    if (message !== undefined) element.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  if (message === undefined || lock.hasEnded) return undefined
  return (
    <div ref={element}>
      <Notice tone="danger" urgent>
        {title === undefined ? undefined : (
          <Typography as="p" size={13} weight="bold">
            {title}
          </Typography>
        )}
        {lock.left === undefined ? message || t('spec.errors.serverSaysNothing') : <Locked time={lock.left} />}
      </Notice>
    </div>
  )
}

/** Screen readers do not announce every second. */
function Locked({ time }: { time: string }) {
  const t = useText()
  return (
    <span role="timer" aria-live="off">
      {t('auth.locked', { time })}
    </span>
  )
}
