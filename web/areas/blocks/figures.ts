import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'
import { affordableBlock, blockReserve } from '@mex/core/blocks/block-cost.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { walletFor } from '@mex/core/market/products.ts'
import {
  one,
  quantity,
  quantityOf,
  subtractMoney,
  valueOf,
  type Money,
  type Quantity,
  type Value,
} from '@mex/core/money/money.ts'
import { feeTotal } from '@mex/core/trading/fees.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'

import { formatDate } from '#text/format-time.ts'

/** The wallet that pays for blocks in every market (rulebook §7.1). */
export const paidFrom = walletFor({ source: sources.blockTrade, market: 'US' }) ?? 'STOCK'
export const paidIn = walletCurrency[paidFrom]

/** '11/26' in the zone of the device, like the timestamps beside it. */
export const dayOf = (at: number): string => formatDate(at).slice(0, 5)

/** Shares that − and + add or take: a round number of lots. */
export const stepOf = ({ lot }: Pick<BlockOffer, 'lot'>): Quantity => {
  const thousand = quantityOf('1000')
  return thousand % lot === 0n ? thousand : lot
}

/** A block as it would be ordered: the figures come from the rules that the server decides by. */
export type BlockPlan = {
  readonly units: Quantity
  readonly worth: Value
  /** In the currency of the wallet; undefined while a rate is missing. */
  readonly fee: Money | undefined
  readonly amount: Money | undefined
  readonly left: Money | undefined
  readonly fault: 'missing' | 'small' | 'step' | 'large' | 'money' | undefined
}

function reserveOf({ market, price, conversionRate, dollarRate, feeDate, offerId }: BlockOffer, shares: Quantity) {
  if (conversionRate === undefined || dollarRate === undefined) return undefined
  const rates = { offer: offerId, conversionRate, dollarRate, feeDate }
  return blockReserve({ market, multiplier: one }, shares, price, rates).reserve
}

/** The most that somebody may buy who can pay so much; undefined money pays everything. */
export function mostOf(offer: BlockOffer, money: Money | undefined): Quantity {
  const isPaid = (shares: Quantity): boolean => {
    const total = reserveOf(offer, shares)?.total
    return money === undefined || total === undefined || total <= money
  }
  const payable = affordableBlock(offer.most, offer.lot, isPaid)
  return payable < offer.least ? quantity(0n) : payable
}

export function planOf(offer: BlockOffer, units: Quantity, available: Money | undefined): BlockPlan {
  const reserve = reserveOf(offer, units)
  const left = available === undefined || reserve === undefined ? undefined : subtractMoney(available, reserve.total)
  return {
    units,
    worth: valueOf(offer.price, units, one),
    fee: reserve === undefined ? undefined : feeTotal(reserve.fee),
    amount: reserve?.total,
    left,
    fault: faultOf(offer, units, left),
  }
}

function faultOf(
  { lot, least, most }: Pick<BlockOffer, 'lot' | 'least' | 'most'>,
  units: Quantity,
  left: Money | undefined,
): BlockPlan['fault'] {
  if (units <= 0n) return 'missing'
  if (units % lot !== 0n) return 'step'
  if (units < least) return 'small'
  if (units > most) return 'large'
  return left !== undefined && left < 0n ? 'money' : undefined
}
