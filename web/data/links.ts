import { routes, type ParameterName, type RouteName } from './routes.ts'

/** What an address says: texts, each of which may be absent. The screens read them with the codecs of the contract. */
export type Parameters<Name extends RouteName> = { readonly [Each in ParameterName<Name>]?: string | undefined }
/** What can be put into an address; numbers are written as texts. */
export type GivenParameters<Name extends RouteName> = {
  readonly [Each in ParameterName<Name>]?: string | number | undefined
}

/** Longer than any name or code; what is longer is cut rather than trusted. */
const longestParameter = 200

/** Keeps the parameters that the page reads and drops everything else that an address may say. */
export function readParameters<Name extends RouteName>(
  name: Name,
  search: Readonly<Record<string, unknown>>,
): Parameters<Name> {
  const read: Record<string, string> = {}
  for (const parameter of routes[name].query) {
    const value = search[parameter]
    if (typeof value === 'string' && value !== '') read[parameter] = value.slice(0, longestParameter)
  }
  return read as Parameters<Name>
}

/** The path of a page with what its address says: without the '#', as the router takes it. */
export function locationOf<Name extends RouteName>(name: Name, given: GivenParameters<Name> = {}): string {
  const { path, query: names } = routes[name]
  const query = new URLSearchParams()
  const values: Readonly<Record<string, string | number | undefined>> = given
  for (const parameter of names) {
    const value = values[parameter]
    if (value !== undefined && value !== '') query.set(parameter, String(value))
  }
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

/** The same with the '#', as the `href` of a link. Every link of the page is made here. */
export const hrefOf = <Name extends RouteName>(name: Name, given?: GivenParameters<Name>): string =>
  `#${locationOf(name, given)}`
