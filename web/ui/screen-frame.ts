import { createContext } from 'react'

/** What the shell tells every screen about its place: ui knows neither the router nor the product's name. */
export type ScreenFrame = {
  /** The words of the practice mark. */
  readonly practice: string
  /** Absent on the five tab pages. */
  readonly back: (() => void) | undefined
  /** Called with the title whenever the screen comes into view. */
  readonly onTitle: (title: string) => void
  /** The screen stands in a sheet over another page. */
  readonly isOver?: boolean
}

export const ScreenFrameContext = createContext<ScreenFrame>({
  practice: '',
  back: undefined,
  onTitle: () => undefined,
})

/**
 * Something over the page that Back should close: opening one adds a history entry, and the returned function
 * takes it away again. Without a shell around it, Back does nothing special.
 */
export type OpenLayer = (onBack: () => void) => () => void

export const LayerContext = createContext<OpenLayer>(() => () => undefined)
