import { routes, type ParameterName, type RouteName } from './routes.ts'

/** The parameters of a URL: optional texts. The screens decode them with the codecs of the contract. */
export type Parameters<Name extends RouteName> = { readonly [Each in ParameterName<Name>]?: string | undefined }
/** The parameters that a link is built from; numbers are written as texts. */
export type GivenParameters<Name extends RouteName> = {
  readonly [Each in ParameterName<Name>]?: string | number | undefined
}

/** Longer than any name or code; longer values are cut. */
const longestParameter = 200

/** Keeps the parameters that the page declares and drops all others. */
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

/** The path and query of a page, without the '#', as the router takes it. */
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

/** The `href` of a page, with the '#'. Every link of the page is made here. */
export const hrefOf = <Name extends RouteName>(name: Name, given?: GivenParameters<Name>): string =>
  `#${locationOf(name, given)}`
