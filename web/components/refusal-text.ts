import { refusalText } from '@mex/contract/refusals.ts'
import type { Refusal } from '@mex/core/refusal.ts'

import { asTraditional } from '#text/server-texts.ts'
import { useLanguage } from '#text/use-text.ts'

export type Wording = {
  readonly refusal: (refusal: Refusal) => string
}

/** The refusal texts of the contract in the current language: the same as the server's. */
export function useWording(): Wording {
  const language = useLanguage()
  return { refusal: (refusal) => refusalText(refusal, language, asTraditional) }
}
