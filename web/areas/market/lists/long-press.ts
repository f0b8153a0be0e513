import { useRef, type MouseEvent, type PointerEvent } from 'react'

/** The duration of a long press in ms, and the movement in px that it tolerates. */
const pressMilliseconds = 500
const wanderPixels = 10

/**
 * Opens a context menu by long press, right click or the menu key. Suppresses the click after a long press.
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
      // The menu key fires without a preceding press.
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
