import { marketDetails } from '@mex/contract/market/details.ts'
import { isMarket, sources, type Market, type Source } from '@mex/core/market/instrument.ts'
import { marketOfProduct } from '@mex/core/market/products.ts'

import { useCall } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'
import { useHalts } from '#data/halts.ts'
import { useQuoteDelta } from '#data/quotes.ts'
import type { Conditions, LiveQuote } from './instrument.ts'

/** Identifies one instrument, as a URL does. */
export type InstrumentKey = { readonly code: string; readonly source: Source; readonly market: Market | undefined }

/** The market of a URL, or the only market of the product; undefined for source 0, which has several. */
export function marketOf(text: string | undefined, source: Source): Market | undefined {
  return text !== undefined && isMarket(text) ? text : marketOfProduct(source)
}

/** The product of a URL; undefined for an invalid one. */
export const sourceOf = (text: string | undefined): Source | undefined =>
  Object.values(sources).find((source) => String(source) === text)

export type TicketInstrument = {
  readonly quote: LiveQuote | undefined
  readonly conditions: Conditions | undefined
  /** When a stale price was received; epoch milliseconds. */
  readonly staleAt: number | undefined
  readonly failure: CallFailure | undefined
  readonly retry: () => void
}

/** The data of an instrument for an order form, with live prices. */
export function useTicketInstrument({ code, source, market: place }: InstrumentKey): TicketInstrument {
  useHalts()
  const quote = useCall(
    marketDetails.orderQuote,
    { code, source, market: place },
    { freshSeconds: 2, everySeconds: 30 },
  )
  const conditions = useCall(marketDetails.conditions, { code, source, market: place }, { everySeconds: 30 })
  const delta = useQuoteDelta(quote.data)
  return {
    quote: quote.data === undefined ? undefined : { ...quote.data, ...delta, ...delta?.publicPrice },
    conditions: conditions.data,
    staleAt: quote.isStale && delta === undefined ? quote.receivedAt : undefined,
    failure: quote.failure ?? conditions.failure,
    retry: () => void Promise.all([quote.retry(), conditions.retry()]),
  }
}
