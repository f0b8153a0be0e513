import { market as marketCalls } from '@mex/contract/market/calls.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'

import { useCall } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'
import { useHalts } from '#data/halts.ts'
import { useParameters } from '#data/use-navigation.ts'
import { instrumentOfSearch, type QuoteRoute } from './door/links.ts'

export type QuotePage = {
  /** What the address calls the instrument, until its quote is there. */
  readonly title: string | undefined
  readonly code: string
  /** As it was fetched last; whoever shows it adds the ticks. */
  readonly quote: Quote | undefined
  /** Nothing is listed under what the address says. */
  readonly isUnknown: boolean
  /** Why there is no quote. */
  readonly failure: CallFailure | undefined
  /** The last request for newer figures failed. */
  readonly isStale: boolean
  readonly retry: () => Promise<unknown>
}

/** The refusal of a code that nothing is listed under (specification, calls B). */
const unknownInstrument = 1400
const longestName = 50

/** Reads the address of a quote page and asks for the quote; for its market first when the address does not say. */
export function useQuotePage(route: QuoteRoute): QuotePage {
  useHalts()
  const parameters = useParameters(route)
  const { name } = parameters
  const { code, market: known } = instrumentOfSearch(parameters)
  const isCode = code !== undefined
  const isAsked = isCode && known === undefined
  const venue = useCall(
    marketCalls.venue,
    { name: name?.slice(0, longestName), code: code ?? '' },
    { when: isAsked, freshSeconds: 600 },
  )
  const market = known ?? venue.data?.market
  const asked = { code: code ?? '0', market }
  const answer = useCall(marketCalls.quote, asked, { when: isCode && market !== undefined, everySeconds: 10 })
  const isNowhere = isAsked && !venue.isWaiting && venue.failure === undefined && market === undefined
  const failure = answer.data === undefined ? (answer.failure ?? venue.failure) : undefined
  return {
    title: answer.data?.name ?? name,
    code: parameters.code ?? '',
    quote: answer.data,
    isUnknown: !isCode || isNowhere || failure?.code === unknownInstrument,
    failure,
    isStale: answer.isStale,
    retry: market === undefined ? venue.retry : answer.retry,
  }
}
