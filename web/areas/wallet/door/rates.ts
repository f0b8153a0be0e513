import { market } from '@mex/contract/market/calls.ts'
import { publishedPairs, type PublishedRate } from '@mex/core/money/conversion.ts'
import { one, type Rate, type WalletCurrency } from '@mex/core/money/money.ts'

import { useCall } from '#data/call.ts'

export type Rates = {
  /** The platform's current rate of every published pair; undefined until loaded. */
  readonly published: readonly PublishedRate[] | undefined
  /** The mid rate of a currency in MXN per unit. */
  readonly pesos: (currency: WalletCurrency) => Rate | undefined
}

/** The conversion rates of transfers (rulebook §7.2), polled while the page is in view. */
export function useRates(everySeconds = 30): Rates {
  const { data } = useCall(market.rates, { currency: 'USD', target: 'MXN' }, { everySeconds })
  const published = data?.rates.flatMap(({ currency, target, mid, buyRate, sellRate }): PublishedRate[] => {
    const pair = publishedPairs.find(({ base, quote }) => base === currency && quote === target)
    return pair === undefined ? [] : [{ ...pair, mid, buyRate, sellRate }]
  })
  return {
    published,
    pesos: (currency) =>
      currency === 'MXN' ? one : published?.find(({ base, quote }) => base === currency && quote === 'MXN')?.mid,
  }
}
