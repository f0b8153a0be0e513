import { startTransition, useEffect, useRef, useState, type ReactNode } from 'react'

import { whileNear } from '#data/near-view.ts'

type Props = {
  /** About as high as the children, in px, so that nothing jumps while the page is scrolled. */
  height: number
  children: ReactNode
}

/** When everything that is in view has been drawn even on a slow phone. Search in the page finds the rest from then on. */
const restMilliseconds = 3000

/** Draws its children when they come near the viewport, or later: what is far below the first screen of a long page. */
export function Below({ height, children }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const [isTime, setTime] = useState(false)
  useEffect(() => {
    if (place.current === null) return undefined
    const show = () => startTransition(() => setTime(true))
    const timer = setTimeout(show, restMilliseconds)
    const leave = whileNear(place.current, () => {
      show()
      return () => undefined
    })
    return () => {
      clearTimeout(timer)
      leave()
    }
  }, [])
  return isTime ? children : <div ref={place} style={{ minHeight: height }} />
}
