type Pull = { allowed: () => boolean; onPull: (distance: number) => void; onRelease: (distance: number) => void }

/** Follows the finger that pulls an element down; returns the function that stops it. */
export function listenForPull(element: HTMLElement, { allowed, onPull, onRelease }: Pull): () => void {
  let start: number | undefined
  let distance = 0
  const onStart = (event: TouchEvent) => {
    start = allowed() && event.touches.length === 1 ? event.touches[0]?.clientY : undefined
    distance = 0
  }
  const onMove = (event: TouchEvent) => {
    const at = event.touches[0]?.clientY
    if (start === undefined || at === undefined) return
    const moved = at - start
    if (moved <= 0 && distance === 0) {
      start = undefined
      return
    }
    // The page follows the finger at half speed and stops at 96 px.
    distance = Math.max(0, Math.min(96, moved / 2))
    onPull(distance)
    if (event.cancelable) event.preventDefault()
  }
  const onEnd = () => {
    if (start !== undefined) onRelease(distance)
    start = undefined
  }
  element.addEventListener('touchstart', onStart, { passive: true })
  element.addEventListener('touchmove', onMove, { passive: false })
  element.addEventListener('touchend', onEnd)
  element.addEventListener('touchcancel', onEnd)
  return () => {
    element.removeEventListener('touchstart', onStart)
    element.removeEventListener('touchmove', onMove)
    element.removeEventListener('touchend', onEnd)
    element.removeEventListener('touchcancel', onEnd)
  }
}
