import { createElement, use, type ComponentType } from 'react'

import { reloadPage } from '#ui/page-reload.ts'
import { screens } from './screens.ts'

export type LazyScreen = {
  /** The screen, which waits for its code where that has not come yet. */
  readonly Screen: ComponentType
  readonly isThere: () => boolean
  /** Fetches its code, also after an attempt that failed; undefined when it is there. Never rejects. */
  readonly prepare: () => Promise<unknown> | undefined
}

/** A page that has been open for this long, in ms, may be older than the server; a new one is not fetched again. */
const settledMilliseconds = 10_000

function lazy(load: () => Promise<ComponentType>): LazyScreen {
  let ready: ComponentType | undefined
  let coming: Promise<ComponentType> | undefined
  let hasFailed = false
  const fetchCode = (): Promise<ComponentType> => {
    const fetched = load()
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

/** The screens that exist, by the names of their routes, each with its code fetched when it is first shown or prepared. */
export const lazyScreens: ReadonlyMap<string, LazyScreen> = new Map(
  Object.entries(screens).map(([route, load]) => [route, lazy(load)]),
)
