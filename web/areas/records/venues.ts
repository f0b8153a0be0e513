import type { InstrumentListing } from '@mex/contract/market/calls.ts'
import { market as calls } from '@mex/contract/market/calls.ts'
import { marketRules } from '@mex/core/market/products.ts'

import { useCalls } from './use-calls.ts'
import { quoteHrefOf } from '#areas/market/door/links.ts'

type Row = { readonly code: string; readonly name: string }

/** As many instruments as one call takes. */
const instrumentsMax = 50

/**
 * Where the shares of some rows are quoted: the rows say code and name alone, and the venues are asked for many at once
 * (spec §7, /market/getMakets). Undefined for what is not listed any more in that market.
 */
export function useQuoteHrefs(
  rows: readonly Row[],
  market: InstrumentListing['market'],
): (row: Row) => string | undefined {
  const asked = [...new Map(rows.map(({ code, name }) => [code, { code, name }])).values()]
  const batches = Array.from({ length: Math.ceil(asked.length / instrumentsMax) }, (_, index) => ({
    instruments: asked.slice(index * instrumentsMax, (index + 1) * instrumentsMax),
  }))
  const answers = useCalls(calls.venues, batches, { freshSeconds: 600 })
  const venues = new Map(answers.flatMap((answer) => answer ?? []).map((venue) => [venue.code, venue]))
  return ({ code, name }) => {
    const venue = venues.get(code)
    if (venue?.market !== market) return undefined
    return quoteHrefOf({ code, name, source: marketRules[market].source, market })
  }
}
