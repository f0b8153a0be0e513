import { useEffect, useRef, type RefObject } from 'react'

/**
 * For a row of options that may scroll sideways: brings the chosen one to the middle of what is seen of it, or nearer to
 * its start, where an option begins, so that no word is cut there.
 */
export function useChosenInView(value: string | number | undefined): RefObject<HTMLFieldSetElement | null> {
  const row = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    const options = row.current
    if (options === null) return
    // An option that becomes wider, as by a count that arrives, moves the chosen one out of sight again.
    const observer = new ResizeObserver(() => {
      const chosen = options.querySelector<HTMLElement>('label:has(:checked)')
      if (chosen === null) return
      const starts = [...options.querySelectorAll('label')].map(({ offsetLeft }) => offsetLeft)
      const [lead = 0] = starts
      const middle = lead + chosen.offsetLeft - (options.clientWidth - chosen.offsetWidth) / 2
      options.scrollLeft = (starts.find((start) => start >= middle) ?? 0) - lead
    })
    for (const each of [options, ...options.children]) observer.observe(each)
    return () => observer.disconnect()
  }, [value])
  return row
}
