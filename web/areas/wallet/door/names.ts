import type { WalletChoice } from '@mex/contract/wallet/fields.ts'
import { wallets } from '@mex/core/wallet/wallets.ts'

import { useText, type Text } from '#text/use-text.ts'

/** The ten tabs of the spec, in its order. */
export const walletTabs = ['OVERVIEW', ...wallets] as const satisfies readonly WalletChoice[]

const codes = (t: Text): Readonly<Record<WalletChoice, string>> => ({
  OVERVIEW: t('spec.walletTabs.overview'),
  BALANCE: t('spec.walletTabs.balance'),
  FOLLOW: t('spec.walletTabs.follow'),
  FUTURE: t('spec.walletTabs.future'),
  STOCK: t('spec.walletTabs.stock'),
  SUBSCRIPTION: t('spec.walletTabs.subscription'),
  FOREX: t('spec.walletTabs.forex'),
  HK_STOCK: t('spec.walletTabs.hkStock'),
  US_STOCK: t('spec.walletTabs.usStock'),
  FINANCIAL: t('spec.walletTabs.financial'),
})

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
    choice: (wallet) => (wallet === 'OVERVIEW' ? codes(t)[wallet] : name(wallet)),
  }
}

/** The wallet in a URL parameter; undefined for an invalid one. */
export const readWallet = (text: string | undefined): WalletChoice | undefined =>
  walletTabs.find((wallet) => wallet === text)
