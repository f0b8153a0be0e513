import { dayMilliseconds, dayOfDate } from '#time-zone.ts'
import { moneyOf, walletCurrencies, type Money, type WalletCurrency } from '#money/money.ts'

/** Coins of the simulated chain (rulebook §9.1); test networks are off. Each is worth 1.00 of its currency. */
export const coins = ['SUSD', 'SMXN', 'SHKD'] as const
export type Coin = (typeof coins)[number]

export const coinCurrency: Readonly<Record<Coin, WalletCurrency>> = { SUSD: 'USD', SMXN: 'MXN', SHKD: 'HKD' }

/** What money can come in as, and go out as: a coin, or a currency of the simulated bank. */
export type FundingAsset = Coin | WalletCurrency
export const fundingAssets: readonly FundingAsset[] = [...coins, ...walletCurrencies]

export const isCoin = (asset: string): asset is Coin => coins.some((coin) => coin === asset)
/** The currency in which the ledger keeps an asset. */
export const currencyOf = (asset: FundingAsset): WalletCurrency => (isCoin(asset) ? coinCurrency[asset] : asset)

/** Coins that the faucet gives out per day, asset and receiving user (rulebook §9.1, `faucet.perDay`). */
export const faucetPerDay: Money = moneyOf('10000')

/** Seconds between two blocks of the simulated chain (rulebook §9.1, `chain.blockSec`). */
export const blockSeconds = 10
const firstBlock = dayOfDate(2020, 1, 1) * dayMilliseconds

/**
 * The height of the newest block at an instant. The simulated chain makes a block at every tenth second, whether or
 * not there is something to put into it, so that a height is a matter of time alone.
 */
export const blockHeight = (at: number): number => Math.floor((at - firstBlock) / (blockSeconds * 1000))
/** When the block of a height was made, epoch milliseconds. */
export const blockTime = (height: number): number => firstBlock + height * blockSeconds * 1000

/** How often a transaction of a block has been confirmed at an instant: by its own block, and by each after it. */
export const confirmationsAt = (height: number, at: number): number => Math.max(0, blockHeight(at) - height + 1)
