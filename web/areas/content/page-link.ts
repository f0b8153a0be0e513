import { hrefOf, readParameters } from '#data/links.ts'
import { routeAt } from '#data/routes.ts'

/** The `href` of a path and query that the server names; undefined for a path that no page has. */
export function hrefOfPath(given: string): string | undefined {
  const [path = '', query = ''] = given.split('?')
  const name = routeAt(path)
  if (name === undefined) return undefined
  return hrefOf(name, readParameters(name, Object.fromEntries(new URLSearchParams(query))))
}
