import { homeAlias, pages, type Route } from '#areas.ts'

export type RouteName = keyof typeof pages
export type ParameterName<Name extends RouteName> = (typeof pages)[Name]['query'][number]

export const routes: Readonly<Record<RouteName, Route>> = pages
export const routeNames = Object.keys(pages) as readonly RouteName[]
/** The five pages of the tab bar, in its order. */
export const tabs = routeNames.filter((name) => routes[name].isTab)

const byPath = new Map<string, RouteName>(routeNames.map((name) => [routes[name].path, name]))
byPath.set(homeAlias, 'home')

/** The route of a path; undefined for an unknown path. */
export const routeAt = (path: string): RouteName | undefined => byPath.get(path)

/** Whether a form opens as a sheet over the page in view. */
export const opensOver = (form: RouteName | undefined, inView: RouteName | undefined): boolean =>
  form !== undefined &&
  inView !== undefined &&
  routes[form].isOrderForm === true &&
  routes[inView].opensOrderForms === true
