import { market as calls } from '@mex/contract/market/calls.ts'
import { marketDetails } from '@mex/contract/market/details.ts'
import { haltNews, systemChannel, type HaltNews } from '@mex/contract/push.ts'
import { useEffect } from 'react'
import * as z from 'zod/mini'

import { refresh } from './call.ts'
import { livePush, refreshPublic } from './live.ts'
import type { PushFrame } from './push.ts'
import { queryClient } from './query.ts'

/** The calls whose answers say whether an instrument is halted. */
const quoteCalls = [calls.quote, marketDetails.orderQuote] as const

type Quoted = { readonly market: string; readonly code: string; readonly halted: boolean }

/** The quote after a halt message. A halt of a whole market has an empty code. */
export function withHalt<Quote extends Quoted>(quote: Quote, news: HaltNews): Quote {
  const concerns = quote.market === news.market && (news.code === '' || news.code === quote.code)
  return concerns && news.halted ? { ...quote, halted: true } : quote
}

/**
 * A halt is shown at once. Its end is fetched, because an instrument can stay halted while its market resumes. Both
 * refetch the answers, because a pending answer may be older than the message.
 */
function onFrame(frame: PushFrame): void {
  if (frame.type !== 'halt') return
  const news = z.safeDecode(haltNews, frame.data as never)
  if (!news.success) return
  for (const { path } of quoteCalls) {
    queryClient.setQueriesData<Quoted>({ queryKey: [path] }, (quote) =>
      quote === undefined ? undefined : withHalt(quote, news.data),
    )
  }
  void refresh(...quoteCalls)
}

/** Follows halt messages while an instrument is in view. */
export function useHalts(): void {
  useEffect(() => livePush().follow(systemChannel, { onFrame, onGap: refreshPublic }), [])
}
