import { market as marketCalls } from '@mex/contract/market/calls.ts'
import { marketDetails } from '@mex/contract/market/details.ts'
import { crypto } from '@mex/contract/market/crypto.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'

import { useCall } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'
import { useHalts } from '#data/halts.ts'
import { instrumentOfSearch } from './links.ts'

export type InstrumentState = {
  /** The name in the URL, until the quote has loaded. */
  readonly title: string | undefined
  readonly code: string
  /** The last fetched quote, without later ticks. */
  readonly quote: Quote | undefined
  /** The URL names no listed instrument. */
  readonly isUnknown: boolean
  /** The failure of the request for the quote. */
  readonly failure: CallFailure | undefined
  /** The last refetch failed. */
  readonly isStale: boolean
  readonly retry: () => Promise<unknown>
}

/** The refusal code of an unknown instrument (specification, calls B). */
const unknownInstrument = 1400
const longestName = 50

/** Loads the quote that URL parameters name; looks up the market first if they have none. */
export function useInstrument(parameters: Readonly<Record<string, string | undefined>>): InstrumentState {
  useHalts()
  const { name } = parameters
  const { code, market: known } = instrumentOfSearch(parameters)
  const isCode = code !== undefined
  const isAsked = isCode && known === undefined
  const venue = useCall(
    marketDetails.venue,
    { name: name?.slice(0, longestName), code: code ?? '' },
    { when: isAsked, freshSeconds: 600 },
  )
  const market = known ?? venue.data?.market
  const asked = { code: code ?? '0', market }
  const call = market === 'CRYPTO' ? crypto.quote : marketCalls.quote
  const answer = useCall(call, asked, { when: isCode && market !== undefined, everySeconds: 10 })
  const isNowhere = isAsked && !venue.isWaiting && venue.failure === undefined && market === undefined
  const failure = answer.data === undefined ? (answer.failure ?? venue.failure) : undefined
  return {
    title: answer.data?.name ?? name,
    code: parameters['code'] ?? '',
    quote: answer.data,
    isUnknown: !isCode || isNowhere || failure?.code === unknownInstrument,
    failure,
    isStale: answer.isStale,
    retry: market === undefined ? venue.retry : answer.retry,
  }
}
