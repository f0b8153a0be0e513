import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  redirect,
  type AnyRoute,
  type RouterHistory,
} from '@tanstack/react-router'

import { isTab, readParameters } from '#data/addresses.ts'
import { stateOf } from '#data/navigation.ts'
import { lazyScreens } from './lazy-screens.ts'
import { Page } from './page.tsx'
import { homeAlias, routes, type Route } from './routes.ts'
import { Shell } from './shell.tsx'

const root = createRootRoute({ component: Shell })

/** A pushed page is the route's component; a tab page is drawn by the shell, which keeps it while it is hidden. */
function routeOf(route: Route): AnyRoute {
  const own = createRoute({
    getParentRoute: () => root,
    path: route.path,
    validateSearch: (search: Record<string, unknown>) => readParameters(route.path, search),
    // Another instrument or another row is another page, even at the same path.
    remountDeps: ({ search }) => search,
  })
  const Component = () => (isTab(route.path) ? undefined : <Page route={route} search={own.useSearch()} />)
  const preload = async () => lazyScreens.get(route.path)?.preload?.()
  own.update({ component: Object.assign(Component, { preload }) })
  return own
}

const alias = createRoute({ getParentRoute: () => root, path: homeAlias, component: () => undefined })
const anythingElse = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    throw redirect({ to: '/', replace: true })
  },
})

/** Which movement a change of page is drawn with; none for tabs, layers and parameters. */
function movement(from: { pathname: string; state: object } | undefined, to: { pathname: string; state: object }) {
  if (from === undefined || from.pathname === to.pathname || matchMedia('(prefers-reduced-motion: reduce)').matches)
    return false
  const steps = stateOf(to.state).depth - stateOf(from.state).depth
  if (steps === 0) return false
  return [steps > 0 ? 'push' : 'back']
}

export function makeRouter(history: RouterHistory = createHashHistory()) {
  return createRouter({
    history,
    routeTree: root.addChildren([...routes.map(routeOf), alias, anythingElse]),
    // Addresses hold plain texts: a code such as 700 stays one, as in the spec's own addresses.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const query = new URLSearchParams(
        Object.entries(search).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      ).toString()
      return query === '' ? '' : `?${query}`
    },
    defaultPreload: false,
    defaultPendingMs: 400,
    defaultViewTransition: { types: ({ fromLocation, toLocation }) => movement(fromLocation, toLocation) },
  })
}
