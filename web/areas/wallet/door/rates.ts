import { market } from '@mex/contract/market/calls.ts'
import { publishedPairs, type PublishedRate } from '@mex/core/money/conversion.ts'
import { one, type Rate, type WalletCurrency } from '@mex/core/money/money.ts'

import { useCall } from '#data/call.ts'

export type Rates = {
  /** The platform's rates now, for every published pair; undefined until they are known. */
  readonly published: readonly PublishedRate[] | undefined
  /** How many MXN one unit of a currency is worth at mid. */
  readonly pesos: (currency: WalletCurrency) => Rate | undefined
}

/** The rates that transfers convert at (rulebook §7.2), asked again while the page is in view. */
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
