import { account } from '@mex/contract/account/calls.ts'
import type { PasswordPolicy } from '@mex/core/account/passwords.ts'

import { useCall } from './call.ts'

/** The product name until the server has answered (spec §1); a setting of the server changes it. */
const defaultTitle = 'UBS MEX'

export type Product = {
  /** Never shown without the practice mark beside it. */
  readonly title: string
  readonly version: string | undefined
  /** The password policy of the server. */
  readonly passwordPolicy: PasswordPolicy
  /** The market's seed is public, so its prices are predictable: the practice mark says so. */
  readonly isPredictable: boolean
  /** Prices are public quotes of today, most of them delayed: the practice mark says so. */
  readonly isLive: boolean
  /** The title of a card on the Trade tab opens its detail page (the spec's mode flag). */
  readonly opensDetails: boolean
  /** URL of a customer service outside the product, which replaces the chat. */
  readonly supportUrl: string | undefined
}

export function useProduct(): Product {
  const { data } = useCall(account.version, {}, { freshSeconds: 600 })
  return {
    title: data?.title ?? defaultTitle,
    version: data?.version,
    passwordPolicy: data?.passwordPolicy ?? 'spec',
    isPredictable: data?.predictable ?? false,
    isLive: data?.mode === 'live',
    opensDetails: (data?.detailMode ?? 1) === 1,
    supportUrl: data?.supportUrl,
  }
}
