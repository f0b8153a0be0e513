import { use, useEffect, useRef } from 'react'
import { LayerContext } from './screen-frame.ts'

/** While `open`, Back closes this instead of leaving the page. */
export function useLayer(open: boolean, onClose: () => void): void {
  const openLayer = use(LayerContext)
  const latest = useRef(onClose)
  useEffect(() => {
    latest.current = onClose
  })
  useEffect(() => {
    if (!open) return undefined
    return openLayer(() => latest.current())
  }, [open, openLayer])
}
