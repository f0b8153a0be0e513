import { createContext, use } from 'react'

import type { Parameters } from './links.ts'
import type { Navigation } from './navigation.ts'
import type { RouteName } from './routes.ts'

export const NavigationContext = createContext<Navigation | undefined>(undefined)
export const ParametersContext = createContext<Readonly<Record<string, string | undefined>>>({})

/** Navigation for code that is not a plain link: after a form, from a button. */
export function useNavigation(): Navigation {
  const navigation = use(NavigationContext)
  if (navigation === undefined) throw new Error('No shell around this screen')
  return navigation
}

/**
 * The URL parameters of the screen of `route`. All are optional texts, so a screen decodes them with a codec of the
 * contract and shows EmptyState for invalid values.
 */
export function useParameters<Name extends RouteName>(route: Name): Parameters<Name> {
  void route
  return use(ParametersContext) as Parameters<Name>
}
