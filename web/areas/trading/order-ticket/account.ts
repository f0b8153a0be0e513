import { wallet as walletCalls } from '@mex/contract/wallet/calls.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import type { Money, Rate, WalletCurrency } from '@mex/core/money/money.ts'
import { walletFor } from '@mex/core/market/products.ts'
import { walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'

import { useCall } from '#data/call.ts'

/** The wallet that pays, and what it has. */
export type Account = {
  readonly wallet: Wallet
  readonly currency: WalletCurrency
  readonly available: Money
  /** Mid of the instrument's currency in the wallet's. */
  readonly conversionRate: Rate | undefined
}

/** What the wallet that pays for an instrument can spend; undefined while it is not known. */
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
