import type { EventCode } from '#ledger/accounts.ts'
import type { Wallet } from '#wallet/wallets.ts'

/** Where profit comes from: the wallets that trade, the products that share a wallet, and what currencies are worth. */
export const profitSources = [
  'US_STOCK',
  'HK_STOCK',
  'MEXICAN_STOCK',
  'STOCK',
  'FUTURE',
  'FOREX',
  'SUBSCRIPTION',
  'BONDS',
  'FOLLOW',
  'QUANTIFY',
  'ROBOTS',
  'CURRENCIES',
] as const
export type ProfitSource = (typeof profitSources)[number]

/** The sources that hold something of their own, each in the wallet that it is paid from. */
export const walletOfSource = {
  US_STOCK: 'US_STOCK',
  HK_STOCK: 'HK_STOCK',
  MEXICAN_STOCK: 'BALANCE',
  STOCK: 'STOCK',
  FUTURE: 'FUTURE',
  FOREX: 'FOREX',
  SUBSCRIPTION: 'SUBSCRIPTION',
  BONDS: 'BALANCE',
  FOLLOW: 'FOLLOW',
  QUANTIFY: 'FINANCIAL',
  ROBOTS: 'FINANCIAL',
} as const satisfies Readonly<Record<Exclude<ProfitSource, 'CURRENCIES'>, Wallet>>
export type HoldingSource = keyof typeof walletOfSource
export const holdingSources = Object.keys(walletOfSource) as readonly HoldingSource[]

/** Money that comes from outside or goes there: it is never profit. */
export const moneyKinds = ['grant', 'deposit', 'withdrawal'] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** `outside` changes the money that was put in; `inside` moves it between wallets; anything else is a result of its source. */
type Class = 'grant' | 'outside' | 'inside' | 'trade' | HoldingSource

/** What the movements of each event are; a correction (E91) is of the class of the event that it takes back. */
const classes: Readonly<Record<EventCode, Class>> = {
  NOTE: 'inside',
  E01: 'grant',
  E02: 'outside',
  E03: 'outside',
  E03x: 'outside',
  E04: 'outside',
  E05: 'outside',
  E06: 'outside',
  E07: 'outside',
  E10: 'outside',
  E11: 'outside',
  E11x: 'outside',
  E12: 'outside',
  E20: 'inside',
  E21: 'inside',
  E22: 'inside',
  E23: 'inside',
  E30: 'trade',
  E31: 'trade',
  E32: 'trade',
  E33: 'trade',
  E34: 'trade',
  E35: 'trade',
  E36: 'trade',
  E37: 'trade',
  E38: 'trade',
  E39: 'trade',
  E40: 'trade',
  E41: 'trade',
  E50: 'SUBSCRIPTION',
  E51: 'SUBSCRIPTION',
  E52: 'SUBSCRIPTION',
  E53: 'SUBSCRIPTION',
  E54: 'SUBSCRIPTION',
  E55: 'SUBSCRIPTION',
  E56: 'SUBSCRIPTION',
  E57: 'SUBSCRIPTION',
  E58: 'SUBSCRIPTION',
  E60: 'BONDS',
  E61: 'BONDS',
  E62: 'BONDS',
  E63: 'BONDS',
  E64: 'BONDS',
  E70: 'FOLLOW',
  E71: 'FOLLOW',
  E72: 'FOLLOW',
  E73: 'FOLLOW',
  E74: 'FOLLOW',
  E75: 'QUANTIFY',
  E76: 'QUANTIFY',
  E80: 'ROBOTS',
  E81: 'ROBOTS',
  E82: 'ROBOTS',
  E83: 'ROBOTS',
  E84: 'ROBOTS',
  E85: 'ROBOTS',
  E90: 'grant',
  E91: 'outside',
  E92: 'grant',
  E93: 'grant',
}

const isHolding = (name: string): name is HoldingSource => name in walletOfSource

/** Positions of these wallets are a source of their own: Mexican shares are paid from the funding account. */
const tradedIn: Partial<Readonly<Record<Wallet, HoldingSource>>> = {
  US_STOCK: 'US_STOCK',
  HK_STOCK: 'HK_STOCK',
  BALANCE: 'MEXICAN_STOCK',
  STOCK: 'STOCK',
  FUTURE: 'FUTURE',
  FOREX: 'FOREX',
  SUBSCRIPTION: 'SUBSCRIPTION',
}

/** The source of the positions of a wallet; undefined where there are none. */
export const sourceOfTrading = (wallet: Wallet): HoldingSource | undefined => tradedIn[wallet]

/** The source whose result a movement in a wallet is; undefined for money that is only put in, taken out or moved. */
export function sourceOfMovement(event: EventCode, wallet: Wallet): HoldingSource | undefined {
  const found = classes[event]
  if (found === 'trade') return sourceOfTrading(wallet)
  return isHolding(found) ? found : undefined
}

/** What a movement is if its money comes from outside or goes there. */
export function moneyKindOf(event: EventCode, amount: bigint): MoneyKind | undefined {
  const found = classes[event]
  if (found === 'grant') return 'grant'
  if (found !== 'outside') return undefined
  return amount < 0n ? 'withdrawal' : 'deposit'
}
