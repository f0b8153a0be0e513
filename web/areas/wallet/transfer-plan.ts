import type { Answer } from '@mex/contract/call.ts'
import type { wallet as calls } from '@mex/contract/wallet/calls.ts'
import type { Money } from '@mex/core/money/money.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import type { TransferFigures } from './transfer-figures.ts'

/** A transfer as it is about to be sent. */
export type Plan = {
  readonly from: Wallet
  readonly to: Wallet
  readonly amount: Money
  readonly figures: TransferFigures
}

/** A transfer that was accepted, and when that was by the device's clock (epoch milliseconds). */
export type Accepted = { readonly answer: Answer<typeof calls.transfer>; readonly at: number }
