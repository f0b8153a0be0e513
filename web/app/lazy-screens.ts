import { createElement, use, type ComponentType } from 'react'

import { pageTexts, screens, type TextPart } from '#areas.ts'
import { withFailedStyles } from '#ui/failed-styles.ts'
import { reloadPage } from '#ui/page-reload.ts'
import { texts } from './texts.ts'

export type LazyScreen = {
  /** The screen; suspends until its code has loaded. */
  readonly Screen: ComponentType
  readonly isThere: () => boolean
  /** Fetches the code, also after a failed attempt; undefined when it is loaded. Never rejects. */
  readonly prepare: () => Promise<unknown> | undefined
}

/** A page open for this long, in ms, may be older than the server; a newer page is not reloaded. */
const settledMilliseconds = 10_000

function lazy(load: () => Promise<ComponentType>): LazyScreen {
  let ready: ComponentType | undefined
  let coming: Promise<ComponentType> | undefined
  let hasFailed = false
  const fetchCode = (): Promise<ComponentType> => {
    const fetched = withFailedStyles(load)
    coming = fetched
    hasFailed = false
    fetched.then(
      (screen) => {
        ready = screen
      },
      () => {
        hasFailed = true
        if (performance.now() > settledMilliseconds) void reloadPage()
      },
    )
    return fetched
  }
  return {
    Screen: () => createElement(ready ?? use(coming ?? fetchCode())),
    isThere: () => ready !== undefined,
    prepare: () => {
      if (ready !== undefined) return undefined
      return (coming === undefined || hasFailed ? fetchCode() : coming).catch(() => undefined)
    },
  }
}

const partsOf: Readonly<Record<string, readonly TextPart[]>> = pageTexts

/** Fetches the code of a screen and the texts of its page together. */
async function loadWithTexts(route: string, load: () => Promise<ComponentType>): Promise<ComponentType> {
  const [screen] = await Promise.all([load(), texts.need(partsOf[route] ?? [])])
  return screen
}

/** The screens that exist, by route name. The code and the texts of a screen are fetched when it is first shown or prepared. */
export const lazyScreens: ReadonlyMap<string, LazyScreen> = new Map(
  Object.entries(screens).map(([route, load]) => [route, lazy(() => loadWithTexts(route, load))]),
)
