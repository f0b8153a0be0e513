import { useEffect, useRef, type RefObject } from 'react'

/** For a row of options that may scroll sideways: brings the chosen one into the middle of what is seen of it. */
export function useChosenInView(value: string | number | undefined): RefObject<HTMLFieldSetElement | null> {
  const row = useRef<HTMLFieldSetElement>(null)
  useEffect(() => {
    // With the frame, which measures the page anyway.
    const frame = requestAnimationFrame(() => {
      const chosen = row.current?.querySelector('label:has(:checked)')
      if (!(chosen instanceof HTMLElement) || row.current === null) return
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  return row
}
