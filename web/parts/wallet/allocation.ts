import type { WalletBalance } from '@mex/contract/shapes.ts'
import { divide } from '@mex/core/decimal.ts'
import { addMoney, multiply, nothing, type Money, type Rate, type WalletCurrency } from '@mex/core/money.ts'
import { percent, type Percent } from '@mex/core/positions.ts'
import type { Wallet } from '@mex/core/wallets.ts'

/** A part of everything: one wallet, or all the smaller ones together. */
export type Part = { readonly wallet: Wallet | undefined; readonly amount: Money; readonly percent: Percent }

/**
 * Where the net worth is, the largest first: at most `most` wallets, then the rest as one. Amounts are in MXN at mid; a
 * wallet whose rate is not known, and one that holds nothing, are left out. The percentages are of what is shown.
 */
export function allocation(
  balances: readonly WalletBalance[],
  pesos: (currency: WalletCurrency) => Rate | undefined,
  most: number,
): readonly Part[] {
  const held = balances
    .flatMap(({ wallet, currency, equity }) => {
      const rate = pesos(currency)
      const amount = rate === undefined ? nothing : multiply(equity, rate, 'near')
      return amount > 0n ? [{ wallet, amount }] : []
    })
    .toSorted((left, right) => Number(right.amount - left.amount))
  const whole = addMoney(...held.map(({ amount }) => amount))
  const part = (wallet: Wallet | undefined, amount: Money): Part => ({
    wallet,
    amount,
    percent: percent(divide(amount * 10_000n, whole, 'near')),
  })
  if (held.length <= most + 1) return held.map(({ wallet, amount }) => part(wallet, amount))
  const rest = addMoney(...held.slice(most).map(({ amount }) => amount))
  return [...held.slice(0, most).map(({ wallet, amount }) => part(wallet, amount)), part(undefined, rest)]
}
