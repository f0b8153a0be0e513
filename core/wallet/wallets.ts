import { present } from '#assert.ts'
import { addMoney, money, moneyOf, subtractMoney, type Money, type WalletCurrency } from '#money/money.ts'

/** The wallets of every user, by the names of the spec (rulebook §1.2, §7.1). BALANCE is the funding account. */
export const wallets = [
  'BALANCE',
  'FOLLOW',
  'FUTURE',
  'STOCK',
  'SUBSCRIPTION',
  'FOREX',
  'HK_STOCK',
  'US_STOCK',
  'FINANCIAL',
] as const
export type Wallet = (typeof wallets)[number]

/** `walletType` on the wire; 0 is the overview, a computed view and no account. */
export const walletNumbers = {
  BALANCE: 1,
  FOLLOW: 2,
  FUTURE: 3,
  STOCK: 4,
  SUBSCRIPTION: 5,
  FOREX: 6,
  HK_STOCK: 7,
  US_STOCK: 8,
  FINANCIAL: 9,
} as const satisfies Record<Wallet, number>
export const overviewNumber = 0

/** The wallet behind a number that was stored; another number is a broken invariant. */
export const walletOfNumber = (number: number): Wallet =>
  present(
    wallets.find((wallet) => walletNumbers[wallet] === number),
    `wallet ${number}`,
  )

/** One currency per wallet, so that "$ for US stock, MX$ otherwise" is literally true (rulebook §7.1). */
export const walletCurrency: Readonly<Record<Wallet, WalletCurrency>> = {
  BALANCE: 'MXN',
  FOLLOW: 'MXN',
  FUTURE: 'MXN',
  STOCK: 'MXN',
  SUBSCRIPTION: 'MXN',
  FOREX: 'MXN',
  HK_STOCK: 'HKD',
  US_STOCK: 'USD',
  FINANCIAL: 'MXN',
}

/** Balances of the accounts of one wallet, in cents of its currency. */
export type Holdings = {
  readonly available: Money
  readonly order: Money
  readonly margin: Money
  readonly subscription: Money
  readonly withdrawal: Money
  readonly transfer: Money
  readonly product: Money
}

/** Everything that is held (rulebook §7.3). */
export const usedBalance = (held: Holdings): Money =>
  addMoney(held.order, held.margin, held.subscription, held.withdrawal, held.transfer, held.product)

/** Available plus used balance (rulebook §7.3). */
export const totalBalance = (held: Holdings): Money => addMoney(held.available, usedBalance(held))

/**
 * Floating profit of a wallet's open contracts beyond the money that they hold, their owed amounts, and what everything is worth that
 * was paid for whole and left the wallet: bonds; and what products have gained or lost beyond what was put in.
 */
export type OpenResult = { readonly profit: Money; readonly owed: Money; readonly assets: Money }
export const noResult: OpenResult = { profit: money(0n), owed: money(0n), assets: money(0n) }

/**
 * Net worth (rulebook §7.3): everything that is held, and what open contracts have gained beyond the money that they
 * hold − what they owe, all in one currency: floating profit of positions, value − principal of products, bonds,
 * unearned rent. Every card, screen, statement and push frame shows this figure.
 */
export const netWorth = (total: Money, { profit, owed, assets }: OpenResult): Money =>
  subtractMoney(addMoney(total, profit, assets), owed)

/** Net worth at a newer price: holdings and owed amounts are unchanged, only the floating profit differs. */
export const netWorthNow = (told: { readonly equity: Money; readonly profit: Money }, profit: Money): Money =>
  addMoney(subtractMoney(told.equity, told.profit), profit)

/** Simulated money that a new account starts with, one journal per wallet (rulebook §31 `grant.signup`). */
export const signupGrant: readonly { readonly wallet: Wallet; readonly amount: Money }[] = [
  { wallet: 'BALANCE', amount: moneyOf('1000000') },
  { wallet: 'US_STOCK', amount: moneyOf('25000') },
  { wallet: 'HK_STOCK', amount: moneyOf('200000') },
  { wallet: 'FUTURE', amount: moneyOf('500000') },
  { wallet: 'FOREX', amount: moneyOf('250000') },
  { wallet: 'STOCK', amount: moneyOf('2000000') },
  { wallet: 'SUBSCRIPTION', amount: moneyOf('250000') },
  { wallet: 'FOLLOW', amount: moneyOf('100000') },
  { wallet: 'FINANCIAL', amount: moneyOf('100000') },
]

/** Money may move between the funding account and any other wallet, not between two others (rulebook §11). */
export const canTransfer = (from: Wallet, to: Wallet): boolean =>
  from !== to && (from === 'BALANCE' || to === 'BALANCE')

/** The available money that may leave the wallet: unsettled proceeds may not (rulebook §10.4). */
export const transferable = (available: Money, unsettled: Money): Money =>
  money(available > unsettled ? available - unsettled : 0n)
