import { refusalText } from '@mex/contract/refusals.ts'
import type { Refusal } from '@mex/core/refusal.ts'

import { asTraditional } from '#text/server-texts.ts'
import { useLanguage } from '#text/use-text.ts'

export type Wording = {
  readonly refusal: (refusal: Refusal) => string
}

/** The contract's own words in the language in use: the same that the server would say. */
export function useWording(): Wording {
  const language = useLanguage()
  return { refusal: (refusal) => refusalText(refusal, language, asTraditional) }
}
