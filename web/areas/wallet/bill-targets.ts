import { funding } from '@mex/contract/funding/calls.ts'
import type { Withdrawal } from '@mex/contract/funding/shapes.ts'
import type { Bill } from '@mex/contract/wallet/shapes.ts'
import { isCoin } from '@mex/core/funding/coins.ts'
import { shortAddress } from '@mex/core/funding/short-address.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import { useCall } from '#data/call.ts'
import { kindOf } from './bill-kinds.ts'

/** Where the money of a movement went: to a card or an address, or from one account to another. */
export type BillTarget =
  | { readonly kind: 'outside'; readonly to: string }
  | { readonly kind: 'transfer'; readonly from: Wallet; readonly to: Wallet }

const withdrawal = 11

/** The targets of withdrawals, and of transfers whose other half is in the list too, by the movement's id. */
export function targetsOf(
  bills: readonly Pick<Bill, 'id' | 'type' | 'referenceId' | 'wallet' | 'amount'>[],
  withdrawals: readonly Pick<Withdrawal, 'id' | 'asset' | 'target'>[],
): ReadonlyMap<number, BillTarget> {
  const targets = new Map<number, BillTarget>()
  const transfers = bills.filter(({ type }) => kindOf(type) === 'transfers')
  for (const halves of Map.groupBy(transfers, ({ referenceId }) => referenceId).values()) {
    const from = halves.find(({ amount }) => amount < 0n)?.wallet
    const to = halves.find(({ amount }) => amount > 0n)?.wallet
    // Money that was taken back is in the account that it left.
    if (from === undefined || to === undefined || from === to) continue
    for (const { id } of halves) targets.set(id, { kind: 'transfer', from, to })
  }
  const paid = new Map(withdrawals.map((row) => [row.id, row]))
  for (const { id, type, referenceId } of bills) {
    const row = type === withdrawal && referenceId !== undefined ? paid.get(referenceId) : undefined
    if (row !== undefined)
      targets.set(id, { kind: 'outside', to: isCoin(row.asset) ? shortAddress(row.target) : row.target })
  }
  return targets
}

/** The targets of the displayed rows; of withdrawals, those of the last fifty. */
export function useBillTargets(bills: readonly Bill[]): ReadonlyMap<number, BillTarget> {
  const hasWithdrawals = bills.some(({ type }) => type === withdrawal)
  const { data } = useCall(funding.withdrawals, { pageNum: 1, pageSize: 50 }, { when: hasWithdrawals })
  return targetsOf(bills, data?.rows ?? [])
}
