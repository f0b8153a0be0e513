import { createElement, use, type FunctionComponent } from 'react'

import { screens } from '#areas.ts'
import { routes, type RouteName } from '#data/routes.ts'
import type { Session } from '#data/session.ts'
import { pageTexts } from '#page-texts.ts'
import type { TextPart } from '#text/parts.ts'
import { reloadPage } from '#ui/page-reload.ts'
import { texts } from '#text/texts.ts'

type Props = { readonly route: RouteName }

export type LazyScreen = {
  /** The screen; suspends until its code has loaded. */
  readonly Screen: FunctionComponent<Props>
  readonly isThere: () => boolean
  /** Fetches the code, also after a failed attempt; undefined when it is loaded. Never rejects. */
  readonly prepare: () => Promise<unknown> | undefined
}

/** A page open for this long, in ms, may be older than the server; a newer page is not reloaded. */
const settledMilliseconds = 10_000

function lazy(load: () => Promise<FunctionComponent<Props>>): LazyScreen {
  let ready: FunctionComponent<Props> | undefined
  let coming: Promise<FunctionComponent<Props>> | undefined
  let hasFailed = false
  const fetchCode = (): Promise<FunctionComponent<Props>> => {
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
    Screen: (props) => createElement(ready ?? use(coming ?? fetchCode()), props),
    isThere: () => ready !== undefined,
    prepare: () => {
      if (ready !== undefined) return undefined
      return (coming === undefined || hasFailed ? fetchCode() : coming).catch(() => undefined)
    },
  }
}

const partsOf: Readonly<Record<string, readonly TextPart[]>> = pageTexts

/** Fetches the code of a screen and the texts of its page together. */
async function loadWithTexts(route: string, load: () => Promise<FunctionComponent>): Promise<FunctionComponent> {
  const [screen] = await Promise.all([load(), texts.need(partsOf[route] ?? [])])
  return screen
}

const known = new Map<RouteName, LazyScreen>()

/** The screen of a route. Its code and the texts of its page are fetched when it is first shown or prepared. */
function screenAt(route: RouteName): LazyScreen {
  const screen = known.get(route) ?? lazy(() => loadWithTexts(route, screens[route]))
  known.set(route, screen)
  return screen
}

const signIn = lazy(() => import('./sign-in-card.tsx').then((file) => file.SignInCard))

/** What a page shows: its screen, or the sign-in card where the page needs a session and nobody is signed in. */
export const screenOf = (route: RouteName, session: Session | undefined): LazyScreen =>
  routes[route].who === 'user' && session === undefined ? signIn : screenAt(route)
