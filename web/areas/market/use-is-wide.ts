import { useSyncExternalStore } from 'react'

/** A phone in landscape orientation: too low for the page, suitable for a chart. */
const wide = '(orientation: landscape) and (max-height: 480px)'

export function useIsWide(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(wide)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(wide).matches,
  )
}
