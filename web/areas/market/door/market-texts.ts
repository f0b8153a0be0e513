import type { Market } from '@mex/core/market/instrument.ts'

import { useText } from '#text/use-text.ts'

/** The display names of the markets. */
export function useMarketTexts(): Readonly<Record<Market, string>> {
  const t = useText()
  return {
    US: t('market.us'),
    HK: t('market.hk'),
    MX: t('market.mx'),
    GLOBAL: t('market.indices'),
    FUT: t('market.futures'),
    FX: t('market.forex'),
    BOND: t('market.bonds'),
    CRYPTO: t('market.crypto'),
  }
}
