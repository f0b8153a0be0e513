import { useParameters } from '#data/use-navigation.ts'
import type { QuoteRoute } from '#areas/market/door/links.ts'
import { useInstrument } from '#areas/market/door/use-instrument.ts'

/** Loads the quote of the URL. */
export const useQuotePage = (route: QuoteRoute) => useInstrument(useParameters(route))
