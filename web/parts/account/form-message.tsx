import { useEffect, useRef } from 'react'

import { Notice } from '#ui/notice.tsx'

/** What no field of a form can show, brought into sight; nothing while there is nothing. */
export function FormMessage({ message }: { message: string | undefined }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The button that was pressed may be far from where the form ends.
    if (message !== undefined) place.current?.scrollIntoView({ block: 'nearest' })
  }, [message])
  if (message === undefined) return undefined
  return (
    <div ref={place}>
      <Notice tone="danger" urgent>
        {message}
      </Notice>
    </div>
  )
}
