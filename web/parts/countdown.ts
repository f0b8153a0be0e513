import { useEffect, useState } from 'react'

/** Whole seconds until an instant of the device's clock, counted down to 0; undefined without an instant. */
export function useSecondsUntil(instant: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    if (instant === undefined) return undefined
    setNow(Date.now())
    const timer = setInterval(() => {
      setNow(Date.now())
      if (Date.now() >= instant) clearInterval(timer)
    }, 250)
    return () => clearInterval(timer)
  }, [instant])
  return instant === undefined ? undefined : Math.max(0, Math.ceil((instant - now) / 1000))
}
