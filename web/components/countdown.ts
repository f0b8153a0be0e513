import { useCallback, useSyncExternalStore } from 'react'

const never = () => () => undefined

function everyQuarter(listener: () => void): () => void {
  const timer = setInterval(listener, 250)
  return () => clearInterval(timer)
}

/** Whole seconds until an instant of the device's clock, counted down to 0; undefined without an instant. */
export function useSecondsUntil(instant: number | undefined): number | undefined {
  const left = useCallback(
    () => (instant === undefined ? undefined : Math.max(0, Math.ceil((instant - Date.now()) / 1000))),
    [instant],
  )
  return useSyncExternalStore(instant === undefined ? never : everyQuarter, left)
}
