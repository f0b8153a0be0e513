import { createContext, use } from 'react'

import type { Parameters } from './links.ts'
import type { Navigation } from './navigation.ts'
import type { RouteName } from './routes.ts'

export const NavigationContext = createContext<Navigation | undefined>(undefined)
export const ParametersContext = createContext<Readonly<Record<string, string | undefined>>>({})

/** The ways to other pages, for what is not a plain link: after a form, from a button. */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (navigation === undefined) throw new Error('No shell around this screen')
  return navigation
}

/**
 * What the address of this screen says. The route is that of the screen that asks and gives the parameters their
 * names; all are texts that may be absent, so a screen reads them with a codec of the contract and shows EmptyState for nonsense.
 */
export function useParameters<Name extends RouteName>(route: Name): Parameters<Name> {
  void route
  return use(ParametersContext) as Parameters<Name>
}
