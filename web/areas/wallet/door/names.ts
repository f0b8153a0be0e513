import type { WalletChoice } from '@mex/contract/wallet/fields.ts'
import { wallets } from '@mex/core/wallet/wallets.ts'

import { useText } from '#text/use-text.ts'

/** The ten tabs of the spec, in its order. */
export const walletTabs = ['OVERVIEW', ...wallets] as const satisfies readonly WalletChoice[]

export type WalletLabels = {
  /** The display name: 'US stocks'. */
  readonly name: (wallet: WalletChoice) => string
  /** The purpose of the wallet in a sentence. */
  readonly role: (wallet: WalletChoice) => string
  /** The choice among all wallets: 'Overview', 'US stocks'. */
  readonly choice: (wallet: WalletChoice) => string
}

export function useWalletLabels(): WalletLabels {
  const t = useText()
  const name = (wallet: WalletChoice) => t(`wallet.names.${wallet}`)
  return {
    name,
    role: (wallet) => t(`wallet.roles.${wallet}`),
    choice: (wallet) => (wallet === 'OVERVIEW' ? t('spec.walletTabs.overview') : name(wallet)),
  }
}

/** The wallet in a URL parameter; undefined for an invalid one. */
export const readWallet = (text: string | undefined): WalletChoice | undefined =>
  walletTabs.find((wallet) => wallet === text)
