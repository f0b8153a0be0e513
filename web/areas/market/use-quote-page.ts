import { useParameters } from '#data/use-navigation.ts'
import type { QuoteRoute } from './door/links.ts'
import { useInstrument } from './door/use-instrument.ts'

/** Loads the quote of the URL. */
export const useQuotePage = (route: QuoteRoute) => useInstrument(useParameters(route))
