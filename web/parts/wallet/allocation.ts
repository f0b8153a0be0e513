import type { WalletBalance } from '@mex/contract/shapes.ts'
import { divide } from '@mex/core/decimal.ts'
import { addMoney, money, multiply, type Money, type Rate, type WalletCurrency } from '@mex/core/money.ts'
import { percent, type Percent } from '@mex/core/positions.ts'
import type { Wallet } from '@mex/core/wallets.ts'

/** A part of everything: one wallet, or all the smaller ones together. */
export type Part = { readonly wallet: Wallet | undefined; readonly amount: Money; readonly percent: Percent }

export type AllocationOptions = {
  readonly balances: readonly WalletBalance[]
  /** How many MXN one unit of a currency is worth at mid. */
  readonly pesos: (currency: WalletCurrency) => Rate | undefined
  /** The net worth in MXN that stands above. */
  readonly total: Money
  /** Wallets that are named. */
  readonly most: number
}

/**
 * Where the net worth is, the largest first: at most `most` wallets, then the rest as one. Amounts are in MXN; a
 * wallet whose rate is not known, and one that holds nothing, are left out. The percentages are of what is shown.
 */
export function allocation({ balances, pesos, total, most }: AllocationOptions): readonly Part[] {
  const held = sharesOf(total, converted(balances, pesos)).filter(({ amount }) => amount > 0n)
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

type Held = { readonly wallet: Wallet; readonly amount: Money }
type Converted = { readonly held: readonly Held[]; readonly isWhole: boolean }

/** What is in each wallet in MXN, the largest first; not whole while the rate of one is not known. */
function converted(balances: readonly WalletBalance[], pesos: AllocationOptions['pesos']): Converted {
  const held: Held[] = []
  let isWhole = true
  for (const { wallet, currency, equity } of balances) {
    const rate = pesos(currency)
    if (rate !== undefined) held.push({ wallet, amount: multiply(equity, rate, 'near') })
    else isWhole &&= equity === 0n
  }
  return { held: held.toSorted((left, right) => Number(right.amount - left.amount)), isWhole }
}

/**
 * Rates and prices are those of another second than the total's: each wallet is told as its share of the total, so that
 * the rows add up to what stands above them, to the cent.
 */
function sharesOf(total: Money, { held, isWhole }: Converted): readonly Held[] {
  const sum = addMoney(...held.map(({ amount }) => amount))
  if (!isWhole || sum <= 0n || total <= 0n) return held
  let [before, told] = [0n, 0n]
  return held.map(({ wallet, amount }) => {
    before += amount
    const until = divide(before * total, sum, 'near')
    const share = money(until - told)
    told = until
    return { wallet, amount: share }
  })
}
