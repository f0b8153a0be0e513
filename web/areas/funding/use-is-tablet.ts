import { useSyncExternalStore } from 'react'

/** From this width on, the main button of a page follows its content instead of the edge of the window (app/tablet.css). */
const tablet = '(min-width: 48em) and (min-height: 30.0625em)'

export function useIsTablet(): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(tablet)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(tablet).matches,
  )
}
