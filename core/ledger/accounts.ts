import { present } from '#assert.ts'

/** Levies of state and exchanges, each kept in an account of its own (rulebook §8.2). */
export const levies = ['stamp', 'sfc', 'afrc', 'exchange', 'ccass', 'sec', 'taf', 'iva', 'wht'] as const
export type Levy = (typeof levies)[number]
export type LevyAccount = `SYS.LEVY.${Levy}`

/**
 * A user's money, per wallet, never below zero: free, reserved by orders and waiting margin additions, margin of open
 * positions, applications, withdrawals under review, transfers on their way, principal in products.
 */
export const userAccounts = ['U.AVAIL', 'U.ORDER', 'U.MARGIN', 'U.SUBSCR', 'U.WDRAW', 'U.XFER', 'U.PRODUCT'] as const
export type UserAccount = (typeof userAccounts)[number]

/** Everybody else: they have no balance row and are summed from the lines; they may stand on either side of zero. */
export type SystemAccount =
  | LevyAccount
  | 'EXT.CHAIN'
  | 'EXT.FIAT'
  | 'SYS.DEPOSIT_PENDING'
  | 'SYS.DEFERRED_RENT'
  | 'SYS.MARKET'
  | 'SYS.ISSUER'
  | 'SYS.FUNDING'
  | 'SYS.FX'
  | 'SYS.POOL'
  | 'SYS.ENERGY'
  | 'SYS.GRANT'
  | 'SYS.RESERVE'
  | 'REV.COMMISSION'
  | 'REV.PERF_FEE'
  | 'REV.MGMT_FEE'
  | 'REV.WITHDRAW_FEE'
  | 'REV.FX_SPREAD'
  | 'REV.BELOW_MIN'
  | 'REV.RENT'

export type Account = UserAccount | SystemAccount

export type ChartEntry = { readonly code: number; readonly normal: 'debit' | 'credit'; readonly meaning: string }

const taken = (levy: string): ChartEntry => ({ code: 2900, normal: 'credit', meaning: `levy collected: ${levy}` })

/** The chart of accounts (rulebook §8.2); every account is kept per currency. */
export const chart: Readonly<Record<Account, ChartEntry>> = {
  'EXT.CHAIN': { code: 1010, normal: 'debit', meaning: 'coins held at the simulated chain' },
  'EXT.FIAT': { code: 1020, normal: 'debit', meaning: 'simulated bank' },
  'U.AVAIL': { code: 2100, normal: 'credit', meaning: 'free money of the user' },
  'U.ORDER': { code: 2110, normal: 'credit', meaning: 'reserved by working orders and waiting margin additions' },
  'U.MARGIN': { code: 2120, normal: 'credit', meaning: 'isolated margin of open positions' },
  'U.SUBSCR': { code: 2130, normal: 'credit', meaning: 'application money of new issues and placings' },
  'U.WDRAW': { code: 2140, normal: 'credit', meaning: 'withdrawals under review' },
  'U.XFER': { code: 2150, normal: 'credit', meaning: 'transfers on their way' },
  'U.PRODUCT': { code: 2160, normal: 'credit', meaning: 'principal in products' },
  'SYS.DEPOSIT_PENDING': { code: 2700, normal: 'credit', meaning: 'deposits seen but not confirmed' },
  'SYS.DEFERRED_RENT': { code: 2800, normal: 'credit', meaning: 'robot rent not yet earned' },
  'SYS.LEVY.stamp': taken('stamp duty'),
  'SYS.LEVY.sfc': taken('Securities and Futures Commission'),
  'SYS.LEVY.afrc': taken('Accounting and Financial Reporting Council'),
  'SYS.LEVY.exchange': taken('exchange trading fee'),
  'SYS.LEVY.ccass': taken('settlement'),
  'SYS.LEVY.sec': taken('SEC Section 31'),
  'SYS.LEVY.taf': taken('FINRA trading activity fee'),
  'SYS.LEVY.iva': taken('value added tax on the commission'),
  'SYS.LEVY.wht': taken('withholding tax'),
  'SYS.MARKET': { code: 3000, normal: 'credit', meaning: 'the simulated market: other side of trading results' },
  'SYS.ISSUER': { code: 3100, normal: 'credit', meaning: 'dividends, bonds, coupons' },
  'SYS.FUNDING': { code: 3200, normal: 'credit', meaning: 'overnight financing and swaps' },
  'SYS.FX': { code: 3300, normal: 'credit', meaning: 'currency position' },
  'SYS.POOL': { code: 3400, normal: 'credit', meaning: 'source of mining income' },
  'SYS.ENERGY': { code: 3410, normal: 'credit', meaning: 'electricity of robots' },
  'SYS.GRANT': { code: 3500, normal: 'credit', meaning: 'simulated money issued' },
  'SYS.RESERVE': { code: 3600, normal: 'credit', meaning: 'losses beyond margins, charges left owed' },
  'REV.COMMISSION': { code: 4010, normal: 'credit', meaning: 'commission' },
  'REV.PERF_FEE': { code: 4020, normal: 'credit', meaning: 'performance fees' },
  'REV.MGMT_FEE': { code: 4030, normal: 'credit', meaning: 'management fees' },
  'REV.WITHDRAW_FEE': { code: 4040, normal: 'credit', meaning: 'withdrawal fees' },
  'REV.FX_SPREAD': { code: 4050, normal: 'credit', meaning: 'spread of currency conversions' },
  'REV.BELOW_MIN': { code: 4060, normal: 'credit', meaning: 'deposits below the minimum' },
  'REV.RENT': { code: 4070, normal: 'credit', meaning: 'robot rent earned' },
}

export const isUserAccount = (account: Account): account is UserAccount => account.startsWith('U.')
export const levyAccount = (levy: Levy): LevyAccount => `SYS.LEVY.${levy}`

/** The events of the ledger (rulebook §8.3), with the name that bills and the operator see. */
export const events = {
  NOTE: 'NOTE',
  E01: 'GRANT',
  E02: 'DEPOSIT_SEEN',
  E03: 'DEPOSIT_CREDIT',
  E03x: 'DEPOSIT_CREDIT',
  E04: 'DEPOSIT_BELOW_MIN',
  E05: 'DEPOSIT_DROPPED',
  E06: 'DEPOSIT_REORG_LATE',
  E07: 'FIAT_APPROVED',
  E10: 'WITHDRAW_APPLY',
  E11: 'WITHDRAW_PAID',
  E11x: 'WITHDRAW_PAID',
  E12: 'WITHDRAW_RETURNED',
  E20: 'TRANSFER_SUBMIT',
  E21: 'TRANSFER_SETTLE',
  E22: 'TRANSFER_SETTLE_CONVERTED',
  E23: 'TRANSFER_CANCEL',
  E30: 'ORDER_RESERVE',
  E31: 'FILL_OPEN',
  E32: 'ORDER_RELEASE',
  E33: 'MARGIN_ADD',
  E34: 'FILL_CLOSE',
  E35: 'CLOSE_BEYOND_MARGIN',
  E36: 'FINANCING_CHARGE',
  E37: 'FINANCING_CREDIT',
  E38: 'DIVIDEND_LONG',
  E39: 'DIVIDEND_SHORT',
  E40: 'FRACTION_CLOSED',
  E41: 'EXPIRY_SETTLE',
  E50: 'IPO_APPLY',
  E51: 'IPO_TOPUP',
  E52: 'IPO_WITHDRAW',
  E53: 'IPO_ALLOT',
  E54: 'IPO_PAY_PENDING',
  E55: 'IPO_PENDING_LAPSED',
  E56: 'LISTING',
  E57: 'PLACING_APPLY',
  E58: 'PLACING_ALLOT',
  E60: 'BOND_BUY',
  E61: 'BOND_COUPON',
  E62: 'BOND_SELL_REQUEST',
  E63: 'BOND_SELL_SETTLE',
  E64: 'BOND_MATURITY',
  E70: 'FOLLOW_APPLY',
  E71: 'FOLLOW_CONFIRM',
  E72: 'FOLLOW_REFUND',
  E73: 'FOLLOW_SETTLE',
  E74: 'FOLLOW_SETTLE',
  E75: 'QUANT_SUBSCRIBE',
  E76: 'QUANT_SETTLE',
  E80: 'ROBOT_RENT',
  E81: 'ROBOT_RENT_EARNED',
  E82: 'ROBOT_INCOME',
  E83: 'ROBOT_ENERGY',
  E84: 'ROBOT_EXPIRED_REDEEM',
  E85: 'ROBOT_EARLY_REDEEM',
  E90: 'REFERRAL_BONUS',
  E91: 'REVERSAL',
  E92: 'ACCOUNT_CLOSE',
  E93: 'PRACTICE_RESET',
} as const
export type EventCode = keyof typeof events

/** The number that bills show as their type: 34 of E34, 3 of E03x, 0 of a note (rulebook §8.4). */
export function eventNumber(event: EventCode): number {
  if (event === 'NOTE') return 0
  return Number(present(/\d+/.exec(event), 'the number of an event code')[0])
}
