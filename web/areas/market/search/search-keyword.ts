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

/** Characters that nobody sees: texts of chats and documents bring them along. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** The text to search for: what was typed, without hidden characters, once the typing rests. */
export const useKeyword = (text: string): string => useDeferredValue(useRested(keywordOf(text)))

/** What a typed text searches for. */
export const keywordOf = (text: string): string => text.replaceAll(hidden, '').trim()
