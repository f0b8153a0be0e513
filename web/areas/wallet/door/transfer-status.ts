import type { Bill } from '@mex/contract/wallet/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import type { Money } from '@mex/core/money/money.ts'
import type { TransferStatus } from '@mex/core/wallet/transfer-status.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import { useCall } from '#data/call.ts'

/** The types of the movements that end a transfer (rulebook §8.3). */
const arrived: readonly number[] = [21, 22]
const takenBack = 23

export type TransferState = {
  readonly status: TransferStatus
  /** The credited amount: in the destination after settlement, in the source after a cancel. */
  readonly came: { readonly wallet: Wallet; readonly amount: Money; readonly currency: string } | undefined
}

/** The state of a transfer, read from its movements in the history. */
export function transferState(id: number, bills: readonly Bill[]): TransferState {
  const rows = bills.filter((row) => row.referenceId === id)
  const end =
    rows.find((row) => row.type === takenBack) ?? rows.find((row) => arrived.includes(row.type) && row.amount > 0n)
  if (end === undefined) return { status: 'moving', came: undefined }
  const { type, wallet, amount, currency } = end
  return { status: type === takenBack ? 'cancelled' : 'settled', came: { wallet, amount, currency } }
}

/** The state of a transfer, kept current. Push reports changes; polling covers a lost connection. */
export function useTransferState(id: number | undefined): TransferState {
  const { data } = useCall(
    trading.bills,
    { pageNum: 1, pageSize: 50, wallet: 'OVERVIEW', timeZone: 'UTC', referenceId: id },
    { when: id !== undefined, everySeconds: 3 },
  )
  return id === undefined ? { status: 'moving', came: undefined } : transferState(id, data?.rows ?? [])
}
