import { useDeferredValue, useEffect, useState } from 'react'

/** The debounce of typing, in ms. */
const restMilliseconds = 250
export const longestKeyword = 50

/** The debounced text. */
function useRested(text: string): string {
  const [rested, setRested] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), restMilliseconds)
    return () => clearTimeout(timer)
  }, [text])
  return text === '' ? '' : rested
}

/** The text to search for: what was typed, once the typing rests. */
export const useKeyword = (text: string): string => useDeferredValue(useRested(text.trim()))
