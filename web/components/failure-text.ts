import { refusalCode } from '@mex/contract/refusals.ts'

import type { CallFailure } from '#data/failure.ts'
import { useText } from '#text/use-text.ts'

const keyReused = refusalCode('request_key_reused')

/** The text of a failure in a form, with the next step. */
export function useFailureText(): (failure: CallFailure | undefined) => string | undefined {
  const t = useText()
  return (failure) => {
    if (failure === undefined || failure.code === 401 || failure.code === 403) return undefined
    if (failure.code === 'network') return t('ui.noAnswer')
    if (failure.code === keyReused) return t('ui.earlierArrived')
    return failure.message || t('spec.errors.serverSaysNothing')
  }
}
