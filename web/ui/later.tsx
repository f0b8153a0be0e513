import { useDeferredValue, type ReactNode } from 'react'

type Props = {
  children: ReactNode
  /** What stands there until then. */
  place?: ReactNode
}

/** Draws its children once everything else is on the screen, in short steps: what is below the first screen of a page. */
export function Later({ children, place }: Props) {
  const isTime = useDeferredValue(true, false)
  return isTime ? children : place
}
