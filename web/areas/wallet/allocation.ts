import type { WalletBalance } from '@mex/contract/wallet/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import {
  addMoney,
  money,
  multiply,
  type Money,
  type Rate,
  type WalletCurrency,
  percent,
  type Percent,
} from '@mex/core/money/money.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

/** A slice of the net worth: one wallet, or all smaller ones together. */
export type Slice = { readonly wallet: Wallet | undefined; readonly amount: Money; readonly percent: Percent }

export type AllocationOptions = {
  readonly balances: readonly WalletBalance[]
  /** The mid rate of a currency in MXN per unit. */
  readonly pesos: (currency: WalletCurrency) => Rate | undefined
  /** The net worth in MXN that is displayed above the rows. */
  readonly total: Money
  /** The maximum number of named wallets. */
  readonly max: number
}

/**
 * The allocation of the net worth, largest first: at most `max` wallets, then the rest as one slice. Amounts are in MXN.
 * Leaves out empty wallets and those without a conversion rate. Percentages are of the displayed slices.
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

/** The content of each wallet in MXN; incomplete while a rate is unknown. */
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
 * The total was computed with the rates of another second. Scales the converted amounts to the total minus the MXN
 * amounts, so that the rows add up to the total to the cent.
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
