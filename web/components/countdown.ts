import { useCallback, useSyncExternalStore } from 'react'

const never = () => () => undefined

function everyQuarter(listener: () => void): () => void {
  const timer = setInterval(listener, 250)
  return () => clearInterval(timer)
}

/** A countdown in whole seconds to an instant of the device's clock, ending at 0; undefined without an instant. */
export function useSecondsUntil(instant: number | undefined): number | undefined {
  const left = useCallback(
    () => (instant === undefined ? undefined : Math.max(0, Math.ceil((instant - Date.now()) / 1000))),
    [instant],
  )
  return useSyncExternalStore(instant === undefined ? never : everyQuarter, left)
}
