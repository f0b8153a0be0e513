import { account } from '@mex/contract/account/calls.ts'
import type { PasswordPolicy } from '@mex/core/account/passwords.ts'

import { useCall } from './call.ts'

/** What the product is called where the server has not said yet (spec §1); one setting of the server names it. */
const defaultTitle = 'UBS MEX'

export type Product = {
  /** Never shown without the practice mark beside it. */
  readonly title: string
  readonly version: string | undefined
  /** Which new passwords the server takes. */
  readonly passwordPolicy: PasswordPolicy
  /** The market's seed is known, so its prices can be: the practice mark says so. */
  readonly isPredictable: boolean
  /** The title of a card on the Trade tab opens its detail page (the spec's mode flag). */
  readonly opensDetails: boolean
  /** Where customer service is instead of the chat. */
  readonly supportUrl: string | undefined
}

export function useProduct(): Product {
  const { data } = useCall(account.version, {}, { freshSeconds: 600 })
  return {
    title: data?.title ?? defaultTitle,
    version: data?.version,
    passwordPolicy: data?.passwordPolicy ?? 'spec',
    isPredictable: data?.predictable ?? false,
    opensDetails: (data?.detailMode ?? 1) === 1,
    supportUrl: data?.supportUrl,
  }
}
