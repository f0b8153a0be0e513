import { closeReasonText, endReasonText } from '@mex/contract/reasons.ts'
import { refusalText } from '@mex/contract/refusals.ts'
import type { EndReason } from '@mex/core/orders.ts'
import type { CloseReason } from '@mex/core/positions.ts'
import type { Refusal } from '@mex/core/refusal.ts'

import { asTraditional } from '#text/server-texts.ts'
import { useLanguage } from '#text/use-text.ts'

export type Wording = {
  readonly refusal: (refusal: Refusal) => string
  readonly endReason: (reason: EndReason) => string
  readonly closeReason: (reason: CloseReason) => string
}

/** The contract's own words in the language in use: the same that the server would say. */
export function useWording(): Wording {
  const language = useLanguage()
  return {
    refusal: (refusal) => refusalText(refusal, language, asTraditional),
    endReason: (reason) => endReasonText(reason, language, asTraditional),
    closeReason: (reason) => closeReasonText(reason, language, asTraditional),
  }
}
