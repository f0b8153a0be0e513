import { present } from '@mex/core/assert.ts'
import { walletCurrencies, type WalletCurrency } from '@mex/core/money/money.ts'
import { settleContract, type EndedContract } from '@mex/core/trading/expiry.ts'
import type { Trading } from '@mex/core/trading/trading.ts'
import { settlementOf } from '#areas/market/settlement-price.ts'
import type { TradingDependencies } from '#areas/trading/dependencies.ts'
import { bookingRate } from '#areas/trading/prices.ts'

/**
 * An ended contract whose settlement is due at `now`, from public facts; undefined before, and without its price or
 * rates, with which nothing can be settled. Profits convert at the mid of the time of the settlement, so that a late one
 * gives everybody the same.
 */
export function endedContract(
  { feed, describe }: Pick<TradingDependencies, 'feed' | 'describe'>,
  key: string,
  now: number,
): EndedContract | undefined {
  const instrument = describe(key, now)
  const settlement = settlementOf(feed, instrument, now)
  if (settlement === undefined || now < settlement.at) return undefined
  const rateInto = (currency: WalletCurrency) => bookingRate(feed, instrument.currency, currency, settlement.at)
  if (walletCurrencies.some((currency) => rateInto(currency) === undefined)) return undefined
  const conversionRateOf: EndedContract['conversionRateOf'] = (currency) =>
    present(rateInto(currency), `the rate into ${currency}`)
  return { instrument, price: settlement.price, quote: settlement.quote, conversionRateOf }
}

/**
 * Settles what these users hold in a contract, if its settlement is due (rulebook §17.5). The market and the check of
 * fills both call it.
 */
export function settle(
  dependencies: Pick<TradingDependencies, 'feed' | 'describe' | 'quoteAgeSecondsMax'>,
  trading: Trading,
  { key, users, at }: { readonly key: string; readonly users: readonly number[]; readonly at: number },
): void {
  const ended = endedContract(dependencies, key, at)
  if (ended === undefined) return
  const passed = at - (dependencies.feed.delaySeconds + dependencies.quoteAgeSecondsMax) * 1000
  settleContract(trading, ended, { at, passed }, new Set(users))
}
