import { textIn } from '@mex/contract/text.ts'
import { closeReasonTexts, endReasonTexts } from '@mex/contract/trading/reasons.ts'
import type { EndReason } from '@mex/core/trading/orders.ts'
import type { CloseReason } from '@mex/core/trading/positions.ts'

import { asTraditional } from '#text/server-texts.ts'
import { useLanguage } from '#text/use-text.ts'

export type Reasons = {
  readonly endReason: (reason: EndReason) => string
  readonly closeReason: (reason: CloseReason) => string
}

/** The texts of end reasons of orders and positions in the current language, the same as the server's. */
export function useReasons(): Reasons {
  const language = useLanguage()
  return {
    endReason: (reason) => textIn(endReasonTexts[reason], language, asTraditional),
    closeReason: (reason) => textIn(closeReasonTexts[reason], language, asTraditional),
  }
}
