import type { RobotOrderView, RobotView } from '@mex/contract/robots/shapes.ts'
import {
  money,
  nothing,
  price,
  rateScale,
  subtractMoney,
  type Money,
  type Price,
  type Rate,
  percent,
} from '@mex/core/money/money.ts'
import { stepMilliseconds } from '@mex/core/robots/rental.ts'
import { divide } from '@mex/core/money/decimal.ts'

import { percentText, pricedText, signedText } from '#components/figures.ts'
import { hrefOf } from '#data/links.ts'
import { formatPrice } from '#text/format.ts'

/** Robots are paid from the financial wallet, which is in pesos (rulebook §7.1). */
export const paidIn = 'MXN'
export const robotWallet = 'FINANCIAL'

/** The transfer that pays for energy: from the funding account to the wallet of the robots. */
export const transferHref = (): string => hrefOf('transfer', { from: 'BALANCE', to: robotWallet })

/** An amount that leaves: '−MX$12.00'. */
export const lessText = (amount: Money): string => signedText(subtractMoney(nothing, amount), paidIn)

/** Coins are quoted in US dollars; their break-even price is shown in cents. */
const cent = price(1_000_000n)
export const coinText = (amount: Price | undefined): string => pricedText(amount, cent, 'USD')

/** 'MX$0.0083': the income or the energy of one tick, raw with 8 decimals. */
export const smallText = (amount: bigint): string => pricedText(price(amount), price(10_000n), paidIn)

/** '8,164.94': the difficulty of the network, of which only the changes matter. */
export const difficultyText = (difficulty: Rate | undefined): string =>
  formatPrice(difficulty === undefined ? undefined : { raw: difficulty, scale: rateScale }, 2)

/** How far a price lies from another, in percent: '−11.10%'. */
export const distanceText = (from: Price, to: Price): string =>
  percentText(percent(divide((to - from) * 10_000n, from, 'near')))

type Terms = Pick<RobotView, 'expectedIncome' | 'energyCost' | 'rent'>

/** What leaves for good: energy and rent of the whole cycle. */
export const costOf = ({ energyCost, rent }: Terms): Money => money(energyCost + rent)

/** The net over the cycle if the price of the coin changes by so many percent at once, and nothing else (rulebook §26.1). */
export const netAt = (terms: Terms, change: number): Money =>
  money(divide(terms.expectedIncome * BigInt(100 + change), 100n, 'near') - costOf(terms))

/** Where the break-even lies, in percent from the price of today; undefined as long as the coin has no price. */
export function evenChange({ breakEvenPrice, coinPrice }: RobotView): number | undefined {
  if (breakEvenPrice === undefined || coinPrice === undefined) return undefined
  return (Number(breakEvenPrice) / Number(coinPrice) - 1) * 100
}

const ticksPerDay = 144
/** Whole days that are over. */
export const dayOf = ({ ticks, cycle }: Pick<RobotOrderView, 'ticks' | 'cycle'>): number =>
  Math.min(cycle, Math.floor(ticks / ticksPerDay))

/** How much of the cycle is over, in percent. */
export const gonePercent = ({ ticks, cycleTicks }: Pick<RobotOrderView, 'ticks' | 'cycleTicks'>): number =>
  (ticks / Math.max(cycleTicks, 1)) * 100

/** Whether the rental still goes on: it counts against the quota. */
export const isRunning = ({ status, redeemStatus }: Pick<RobotOrderView, 'status' | 'redeemStatus'>): boolean =>
  status !== 'expired' && redeemStatus === 'none'

/**
 * Whether the pool was full when a rental looked for a place: it still looks for one after its first try. Everything that is due happens
 * with each change, so a change after the first try includes that try.
 */
export const hasMiningFailed = ({
  status,
  redeemStatus,
  createdAt,
  changedAt,
}: Pick<RobotOrderView, 'status' | 'redeemStatus' | 'createdAt' | 'changedAt'>): boolean =>
  status === 'finding' && redeemStatus === 'none' && changedAt - createdAt >= stepMilliseconds.finding

/** The price of a day's energy. */
export const energyOfDay = ({ energyCost, cycle }: Pick<RobotView, 'energyCost' | 'cycle'>): Money =>
  money(divide(energyCost, BigInt(cycle), 'near'))

/** Asks for a rental without its long series of ticks: none is later than this instant. */
export const noSeries = 4_102_444_800_000
