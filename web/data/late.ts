import { startTransition, useEffect, useReducer, useRef } from 'react'

/** Calls back after each change, until the returned function is called. */
type Subscribe = (onChange: () => void) => () => void

/**
 * A value outside React of which a component shows the newest state soon. Unlike with `useSyncExternalStore` each change
 * is rendered as a transition, in short steps between which the browser answers to fingers: a list that arrives would
 * hold a slow phone up for a tenth of a second. Parts of a page may show a change one after another, so this is for
 * answers and prices, not for what a person does. `subscribe` must stay the same function while it means the same.
 */
export function useLate<Value>(subscribe: Subscribe, get: () => Value): Value {
  const [, render] = useReducer((count: number) => count + 1, 0)
  const value = get()
  const rendered = useRef(value)
  const newest = useRef(get)
  useEffect(() => {
    rendered.current = value
    newest.current = get
  })
  useEffect(() => {
    const stop = subscribe(() => startTransition(render))
    // It may have changed between the first rendering and now.
    if (!Object.is(newest.current(), rendered.current)) startTransition(render)
    return stop
  }, [subscribe])
  return value
}
