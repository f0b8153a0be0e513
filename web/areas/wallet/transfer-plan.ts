import type { Answer } from '@mex/contract/call.ts'
import type { wallet as calls } from '@mex/contract/wallet/calls.ts'
import type { Money } from '@mex/core/money/money.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import type { TransferFigures } from './transfer-figures.ts'

/** A transfer before it is sent. */
export type Plan = {
  readonly from: Wallet
  readonly to: Wallet
  readonly amount: Money
  readonly figures: TransferFigures
}

/** An accepted transfer; `at` is the time of acceptance by the device's clock (epoch milliseconds). */
export type Accepted = { readonly answer: Answer<typeof calls.transfer>; readonly at: number }
