import type { RouterHistory } from '@tanstack/history'

import { readParameters } from '#data/links.ts'
import { pageBelow, stateOf } from '#data/navigation.ts'
import { routeAt, type RouteName } from '#data/routes.ts'
import { createStore, type Store } from '#data/store.ts'

export type Search = Readonly<Record<string, string | undefined>>

/** A page and the parameters of its URL. */
export type PageLocation = { readonly route: RouteName; readonly search: Search; readonly href: string }

/** The visible page and the order form that is open over it as a sheet. */
export type PageStack = {
  readonly page: PageLocation
  readonly sheet: PageLocation | undefined
  /** Of the page, which keeps it, and so its state, when it sets its own parameters. */
  readonly key: string
  /** The number of pages of this app before this one in the history. */
  readonly depth: number
}

export type NavigationKind = 'push' | 'back'

type Location = Pick<RouterHistory['location'], 'pathname' | 'search' | 'href' | 'state'>

function pageLocationAt(
  { pathname, search, href }: Omit<Location, 'state'>,
  known: readonly PageLocation[],
): PageLocation | undefined {
  const same = known.find((page) => page.href === href)
  if (same !== undefined) return same
  const route = routeAt(pathname)
  if (route === undefined) return undefined
  return { route, search: readParameters(route, Object.fromEntries(new URLSearchParams(search))), href }
}

/** Reads a history entry; undefined for an unknown path. Reuses the objects of `last` that have not changed. */
export function pageStackOf(location: Location, visit: string, last?: PageStack): PageStack | undefined {
  const known = last === undefined ? [] : [last.page, ...(last.sheet === undefined ? [] : [last.sheet])]
  const below = pageBelow(location.state, visit)
  const { depth } = stateOf(location.state)
  const own = pageLocationAt(location, known)
  const page = below === undefined ? own : pageLocationAt(below, known)
  if (own === undefined || page === undefined) return undefined
  // An entry remembers that its page set its parameters: only without a step in the history has it just done so.
  const hasParametersSet = depth === last?.depth && page.route === last.page.route && 'sets' in location.state
  const key = page === last?.page || hasParametersSet ? last.key : page.href
  return { page, sheet: below === undefined ? undefined : own, depth, key }
}

/** The direction of a page change for the view transition; undefined between tabs and for layers, sheets and parameters. */
export function navigationKind(from: PageStack, to: PageStack): NavigationKind | undefined {
  const steps = to.depth - from.depth
  if (from.page.route === to.page.route || steps === 0) return undefined
  return steps > 0 ? 'push' : 'back'
}

const isOtherPage = (from: PageStack, to: PageStack): boolean =>
  from.page.route !== to.page.route || from.sheet?.route !== to.sheet?.route

export type HistoryOptions = {
  readonly visit: string
  /** Fetches the code of a page; undefined when it is loaded. */
  readonly prepare: (route: RouteName) => Promise<unknown> | undefined
  /** Resolves when the browser has drawn what the tap itself changed. */
  readonly drawn: () => Promise<unknown>
  /** Renders the change. */
  readonly draw: (change: () => void, kind: NavigationKind | undefined) => void
}

/** How long, in ms, the previous page stays while the code of the next one loads; then a skeleton replaces it. */
export const codeTimeoutMilliseconds = 400

const home: PageStack = { page: { route: 'home', search: {}, href: '/' }, sheet: undefined, depth: 0, key: '/' }

/** Keeps the page stack in step with the history, after the code of a page has loaded. An unknown path becomes home. */
export function followHistory(
  history: RouterHistory,
  { visit, prepare, drawn, draw }: HistoryOptions,
): Store<PageStack> {
  const first = pageStackOf(history.location, visit)
  const pageStack = createStore(first ?? home)
  const goHome = () => history.replace('/', { depth: 0, layer: 0 })
  let navigations = 0
  const navigate = async (): Promise<void> => {
    navigations += 1
    const current = navigations
    const next = pageStackOf(history.location, visit, pageStack.get())
    if (next === undefined) {
      goHome()
      return
    }
    const pending = [next.page, next.sheet].flatMap((page) => (page === undefined ? [] : (prepare(page.route) ?? [])))
    // Another page is a lot of work, during which a slow phone would not even show that it was tapped.
    if (isOtherPage(pageStack.get(), next)) pending.push(drawn())
    if (pending.length > 0) await withTimeout(Promise.all(pending))
    if (current === navigations) draw(() => pageStack.set(next), navigationKind(pageStack.get(), next))
  }
  let isScheduled = false
  history.subscribe(() => {
    if (isScheduled) return
    isScheduled = true
    // Several history changes of one task, such as back and replace, are one navigation.
    queueMicrotask(() => {
      isScheduled = false
      void navigate()
    })
  })
  if (first === undefined) goHome()
  return pageStack
}

/** Waits for `coming`, at most `codeTimeoutMilliseconds`. Ignores a rejection. */
export async function withTimeout(coming: Promise<unknown> | undefined): Promise<void> {
  const pause = new Promise((done) => setTimeout(done, codeTimeoutMilliseconds))
  await Promise.race([coming?.catch(() => undefined), pause])
}
