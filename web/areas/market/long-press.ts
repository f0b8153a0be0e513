import { useRef, type MouseEvent, type PointerEvent } from 'react'

/** How long, in ms, a finger rests before it counts as a long press, and how far, in px, it may wander meanwhile. */
const pressMilliseconds = 500
const wanderPixels = 10

/**
 * A long press, a right click or the menu key: whatever the device has for "what else can be done with this?". The
 * click that follows a long press is swallowed.
 */
export function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const isDone = useRef(false)
  const stop = () => clearTimeout(timer.current)
  const act = () => {
    stop()
    if (isDone.current) return
    isDone.current = true
    onLongPress()
  }
  return {
    onPointerDown: (event: PointerEvent) => {
      isDone.current = false
      start.current = { x: event.clientX, y: event.clientY }
      stop()
      if (event.pointerType !== 'mouse') timer.current = setTimeout(act, pressMilliseconds)
    },
    onPointerMove: (event: PointerEvent) => {
      const { x, y } = start.current
      if (Math.hypot(event.clientX - x, event.clientY - y) > wanderPixels) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
    onContextMenu: (event: MouseEvent) => {
      event.preventDefault()
      // The menu key comes without a press before it.
      if (event.button !== 2 && event.detail === 0) isDone.current = false
      act()
    },
    onClickCapture: (event: MouseEvent) => {
      if (!isDone.current) return
      isDone.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
