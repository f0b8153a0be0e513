import type { WalletBalance } from '@mex/contract/wallet/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { addMoney, money, multiply, type Money, type Rate, type WalletCurrency } from '@mex/core/money/money.ts'
import { percent, type Percent } from '@mex/core/trading/positions.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

/** A part of everything: one wallet, or all the smaller ones together. */
export type Slice = { readonly wallet: Wallet | undefined; readonly amount: Money; readonly percent: Percent }

export type AllocationOptions = {
  readonly balances: readonly WalletBalance[]
  /** How many MXN one unit of a currency is worth at mid. */
  readonly pesos: (currency: WalletCurrency) => Rate | undefined
  /** The net worth in MXN that stands above. */
  readonly total: Money
  /** Wallets that are named. */
  readonly max: number
}

/**
 * Where the net worth is, the largest first: at most `max` wallets, then the rest as one. Amounts are in MXN; a
 * wallet whose rate is not known, and one that holds nothing, are left out. The percentages are of what is shown.
 */
export function allocation({ balances, pesos, total, max }: AllocationOptions): readonly Slice[] {
  const held = sharesOf(total, converted(balances, pesos))
    .filter(({ amount }) => amount > 0n)
    .toSorted((left, right) => Number(right.amount - left.amount))
  const whole = addMoney(...held.map(({ amount }) => amount))
  const part = (wallet: Wallet | undefined, amount: Money): Slice => ({
    wallet,
    amount,
    percent: percent(divide(amount * 10_000n, whole, 'near')),
  })
  if (held.length <= max + 1) return held.map(({ wallet, amount }) => part(wallet, amount))
  const rest = addMoney(...held.slice(max).map(({ amount }) => amount))
  return [...held.slice(0, max).map(({ wallet, amount }) => part(wallet, amount)), part(undefined, rest)]
}

type Held = { readonly wallet: Wallet; readonly amount: Money; readonly isForeign: boolean }
type Converted = { readonly held: readonly Held[]; readonly isWhole: boolean }

/** What is in each wallet in MXN; not whole while the rate of one is not known. */
function converted(balances: readonly WalletBalance[], pesos: AllocationOptions['pesos']): Converted {
  const held: Held[] = []
  let isWhole = true
  for (const { wallet, currency, equity } of balances) {
    const rate = pesos(currency)
    if (rate !== undefined) held.push({ wallet, amount: multiply(equity, rate, 'near'), isForeign: currency !== 'MXN' })
    else isWhole &&= equity === 0n
  }
  return { held, isWhole }
}

const sumOf = (held: readonly Held[]): Money => addMoney(...held.map(({ amount }) => amount))

/**
 * The rates are those of another second than the total's: what is not in MXN anyway is told as its share of what the
 * total leaves for it, so that the rows add up to what stands above them, to the cent.
 */
function sharesOf(total: Money, { held, isWhole }: Converted): readonly Held[] {
  const foreign = held.filter(({ isForeign }) => isForeign)
  const [sum, left] = [sumOf(foreign), total - sumOf(held.filter(({ isForeign }) => !isForeign))]
  if (!isWhole || sum <= 0n || left <= 0n) return held
  let [before, told] = [0n, 0n]
  return held.map((each) => {
    if (!each.isForeign) return each
    before += each.amount
    const until = divide(before * left, sum, 'near')
    const amount = money(until - told)
    told = until
    return { ...each, amount }
  })
}
