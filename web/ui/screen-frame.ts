import { createContext } from 'react'

/** A screen that is shown as a sheet over another page. */
export type Over = {
  readonly isOpen: boolean
  readonly onClose: () => void
  /** It has gone out of sight. */
  readonly onClosed: () => void
}

/** What the shell tells every screen about its place: ui knows neither the router nor the product's name. */
export type ScreenFrame = {
  /** The words of the practice mark. */
  readonly practice: string
  /** Absent on the five tab pages. */
  readonly back: (() => void) | undefined
  /** Called with the title whenever the screen comes into view. */
  readonly onTitle: (title: string) => void
  /** Absent when the screen is a page of its own. */
  readonly over?: Over | undefined
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
