import { createContext } from 'react'

/** What the shell passes to every screen, because ui knows neither the router nor the product's name. */
export type ScreenFrame = {
  /** The text of the practice mark. */
  readonly practice: string
  /** Absent on the five tab pages. */
  readonly back: (() => void) | undefined
  /** Called with the title whenever the screen becomes visible. */
  readonly onTitle: (title: string) => void
  /** The screen is shown in a sheet over another page. */
  readonly isOver?: boolean
  /** A sheet is over the screen: what is new there waits, so that nothing moves under the sheet. */
  readonly isUnder?: boolean | undefined
}

export const ScreenFrameContext = createContext<ScreenFrame>({
  practice: '',
  back: undefined,
  onTitle: () => undefined,
})

/**
 * A layer over the page that Back closes: opening one adds a history entry, and the returned function removes it.
 * Without a shell around it, Back has its usual effect.
 */
export type OpenLayer = (onBack: () => void) => () => void

export const LayerContext = createContext<OpenLayer>(() => () => undefined)
