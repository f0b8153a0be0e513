import { marketDetails, type InstrumentListing } from '@mex/contract/market/details.ts'
import { marketRules } from '@mex/core/market/products.ts'

import { useCalls } from './use-calls.ts'
import { quoteHrefOf } from '#areas/market/door/links.ts'

type Row = { readonly code: string; readonly name: string }

/** The most instruments that one call accepts. */
const instrumentsMax = 50

/**
 * Links to the quotes of the rows. The rows have only code and name, so their venues are fetched in batches (spec §7,
 * /market/getMakets). Undefined for an instrument that the market no longer lists.
 */
export function useQuoteHrefs(
  rows: readonly Row[],
  market: InstrumentListing['market'],
): (row: Row) => string | undefined {
  const instruments = [...new Map(rows.map(({ code, name }) => [code, { code, name }])).values()]
  const batches = Array.from({ length: Math.ceil(instruments.length / instrumentsMax) }, (_, index) => ({
    instruments: instruments.slice(index * instrumentsMax, (index + 1) * instrumentsMax),
  }))
  const answers = useCalls(marketDetails.venues, batches, { freshSeconds: 600 })
  const venues = new Map(answers.flatMap((answer) => answer ?? []).map((venue) => [venue.code, venue]))
  return ({ code, name }) => {
    const venue = venues.get(code)
    if (venue?.market !== market) return undefined
    return quoteHrefOf({ code, name, source: marketRules[market].source, market })
  }
}
