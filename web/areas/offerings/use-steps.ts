import { useEffect, useState } from 'react'

/** How long the steps of a computation may keep the page from reacting. */
const sliceMilliseconds = 8

/**
 * The result of a computation in steps, between which the page reacts; undefined until it is there. It begins again when
 * `compute` is another function.
 */
export function useSteps<Result>(compute: () => Generator<void, Result>): Result | undefined {
  const [done, setDone] = useState<{ readonly of: typeof compute; readonly result: Result }>()
  useEffect(() => {
    const steps = compute()
    const runSlice = () => {
      const end = performance.now() + sliceMilliseconds
      try {
        do {
          const step = steps.next()
          if (step.done === true) {
            setDone({ of: compute, result: step.value })
            return
          }
        } while (performance.now() < end)
      } catch (error) {
        // Thrown while rendering, where the page shows that it failed.
        setDone(() => {
          throw error
        })
        return
      }
      timer = setTimeout(runSlice)
    }
    let timer = setTimeout(runSlice)
    return () => clearTimeout(timer)
  }, [compute])
  return done?.of === compute ? done.result : undefined
}
