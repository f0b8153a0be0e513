import { useEffect, useRef, type RefObject } from 'react'

/** For a row of options that may scroll sideways: brings the chosen one into the middle of what is seen of it. */
export function useChosenInView(value: string | number | undefined): RefObject<HTMLFieldSetElement | null> {
  const row = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const options = row.current
    if (options === null) return
    // An option that becomes wider, as by a count that arrives, moves the chosen one out of sight again.
    const observer = new ResizeObserver(() => {
      const chosen = options.querySelector('label:has(:checked)')
      if (chosen instanceof HTMLElement)
        options.scrollLeft = chosen.offsetLeft - (options.clientWidth - chosen.offsetWidth) / 2
    })
    for (const each of [options, ...options.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [value])
  return row
}
