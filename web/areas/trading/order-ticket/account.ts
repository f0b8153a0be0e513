import { wallet as walletCalls } from '@mex/contract/wallet/calls.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import type { Money, Rate, WalletCurrency } from '@mex/core/money/money.ts'
import { walletFor } from '@mex/core/market/products.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'

import { useCall } from '#data/call.ts'

/** The paying wallet and its balance. */
export type Account = {
  readonly wallet: Wallet
  readonly currency: WalletCurrency
  readonly available: Money
  /** The mid rate from the instrument's currency to the wallet's. */
  readonly conversionRate: Rate | undefined
}

/** The available balance of the wallet that pays for an instrument; undefined until loaded. */
export function useAvailable(instrument: Pick<Instrument, 'source' | 'market'> | undefined) {
  const wallet = instrument === undefined ? undefined : walletFor(instrument)
  const balance = useCall(walletCalls.balance, { wallet: wallet ?? 'BALANCE' }, { when: wallet !== undefined })
  return {
    account:
      wallet === undefined || balance.data === undefined
        ? undefined
        : { wallet, currency: walletCurrency[wallet], available: balance.data.available },
    failure: balance.failure,
    retry: balance.retry,
  }
}
