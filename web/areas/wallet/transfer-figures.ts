import { pairOf, spreadOf, type PublishedRate } from '@mex/core/money/conversion.ts'
import { formatRate, type Money } from '@mex/core/money/money.ts'
import { estimateTransfer } from '@mex/core/wallet/transfer.ts'
import { canTransfer, walletCurrency, type Wallet } from '@mex/core/wallet/wallets.ts'

export type TransferFigures = {
  /** Whether the two wallets have different currencies. */
  readonly converts: boolean
  /** The parts of '1 USD = 17.2010 MXN'; undefined without a conversion or a known rate. */
  readonly rate: { readonly base: string; readonly quote: string; readonly text: string } | undefined
  /** The conversion fee of the platform, in the arriving currency. */
  readonly spread: Money | undefined
  /** Undefined while the rate is not known. */
  readonly arrives: Money | undefined
}

/** Previews a transfer at the current rates with the rules that settle it. */
export function transferFigures(
  { from, to, amount }: { readonly from: Wallet; readonly to: Wallet; readonly amount: Money },
  rates: readonly PublishedRate[] | undefined,
): TransferFigures {
  const pair = pairOf(walletCurrency[from], walletCurrency[to])
  if (pair === undefined) return { converts: false, rate: undefined, spread: undefined, arrives: amount }
  const published = rates?.find(({ base, quote }) => base === pair.base && quote === pair.quote)
  const estimate = estimateTransfer(from, to, amount, published)
  if (estimate === undefined) return { converts: true, rate: undefined, spread: undefined, arrives: undefined }
  return {
    converts: true,
    rate: { ...pair, text: formatRate(estimate.rate, 4) },
    spread: spreadOf(estimate),
    arrives: estimate.received,
  }
}

/** The two wallets after a choice: one side is always the funding account (rulebook §11). */
export function chooseWallet(
  side: 'from' | 'to',
  chosen: Wallet,
  now: { readonly from: Wallet; readonly to: Wallet },
): { readonly from: Wallet; readonly to: Wallet } {
  const next = { ...now, [side]: chosen }
  if (canTransfer(next.from, next.to)) return next
  // The wallet that the funding account replaces moves to the other side.
  const partner: Wallet = chosen === 'BALANCE' ? now[side] : 'BALANCE'
  return side === 'from' ? { from: chosen, to: partner } : { from: partner, to: chosen }
}
