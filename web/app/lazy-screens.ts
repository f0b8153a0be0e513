import { createElement, use, type ComponentType } from 'react'

import { screens } from '#areas.ts'
import { reloadPage } from '#ui/page-reload.ts'

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

/** The screens that exist, by route name. The code of a screen is fetched when it is first shown or prepared. */
export const lazyScreens: ReadonlyMap<string, LazyScreen> = new Map(
  Object.entries(screens).map(([route, load]) => [route, lazy(load)]),
)
