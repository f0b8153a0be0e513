import { code as codeField } from '@mex/contract/fields.ts'
import { market as marketCalls } from '@mex/contract/market.ts'
import type { Quote } from '@mex/contract/shapes.ts'
import { markets, type Market } from '@mex/core/instrument.ts'
import * as z from 'zod/mini'

import { useCall } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'
import { useParameters } from '#data/use-navigation.ts'
import type { QuotePath } from './addresses.ts'

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

const marketOf = (text: string | undefined): Market | undefined => markets.find((market) => market === text)

/** Reads the address of a quote page and asks for the quote; for its market first when the address does not say. */
export function useQuotePage(path: QuotePath): QuotePage {
  const { name, code = '', market: said } = useParameters(path)
  const isCode = z.safeParse(codeField, code).success
  const known = marketOf(said)
  const isAsked = isCode && known === undefined
  const venue = useCall(
    marketCalls.venue,
    { name: name?.slice(0, longestName), code: isCode ? code : '' },
    { when: isAsked, freshSeconds: 600 },
  )
  const market = known ?? venue.data?.market
  const asked = { code: isCode ? code : '0', market }
  const answer = useCall(marketCalls.quote, asked, { when: isCode && market !== undefined, everySeconds: 10 })
  const isNowhere = isAsked && !venue.isWaiting && venue.failure === undefined && market === undefined
  const failure = answer.data === undefined ? (answer.failure ?? venue.failure) : undefined
  return {
    title: answer.data?.name ?? name,
    code,
    quote: answer.data,
    isUnknown: !isCode || isNowhere || failure?.code === unknownInstrument,
    failure,
    isStale: answer.isStale,
    retry: market === undefined ? venue.retry : answer.retry,
  }
}
