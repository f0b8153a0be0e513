import type { DepositReason, WithdrawalReason } from '@mex/core/funding/review.ts'
import type { EndReason } from '@mex/core/trading/orders.ts'
import type { CloseReason } from '@mex/core/trading/positions.ts'
import type { Phase } from '@mex/core/market/quote.ts'

import type { Language } from '#language.ts'
import { textIn, type Text, type Traditional } from '#text.ts'

/** Why an order ended without being filled completely (rulebook §14.3). */
export const endReasonTexts: Readonly<Record<EndReason, Text>> = {
  CANCELLED: { en: 'Cancelled by you', zh: '您已撤销' },
  EXPIRED: { en: 'Expired', zh: '已到期' },
  NO_FUNDS: { en: 'Not enough money when the price moved', zh: '价格变动后资金不足' },
  POSITION_CLOSED: { en: 'Its position was closed', zh: '对应持仓已平仓' },
  DELISTED: { en: 'The instrument was delisted', zh: '该品种已退市' },
  CORPORATE_ACTION: { en: 'Cancelled by a corporate action', zh: '因公司行动撤销' },
}

/** Why a position was closed (rulebook §1.2). */
export const closeReasonTexts: Readonly<Record<CloseReason, Text>> = {
  user: { en: 'Closed by you', zh: '您已平仓' },
  liquidation: { en: 'Liquidated', zh: '强制平仓' },
  expiry: { en: 'Expired and settled', zh: '到期结算' },
  delisting: { en: 'Delisted', zh: '退市' },
  reset: { en: 'Account reset or closed', zh: '账户重置或注销' },
}

/** Why a deposit was refused (rulebook §9). */
export const depositReasonTexts: Readonly<Record<DepositReason, Text>> = {
  BELOW_MINIMUM: { en: 'Below the minimum, not refunded', zh: '低于最低金额，不予退还' },
  TX_DROPPED: { en: 'The simulated chain dropped the transaction', zh: '模拟链撤回了该交易' },
  NO_TRANSACTION: { en: 'No transaction came within 24 hours', zh: '24 小时内未收到对应交易' },
  IMAGE_UNREADABLE: { en: 'The picture could not be read', zh: '图片无法识别' },
  DAILY_LIMIT: { en: 'More than the limit of the day', zh: '超出当日限额' },
}

/** Why a withdrawal came back (rulebook §10.2). */
export const withdrawalReasonTexts: Readonly<Record<WithdrawalReason, Text>> = {
  TARGET_REMOVED: { en: 'The card was removed', zh: '收款卡已删除' },
  TARGET_INVALID: { en: 'The address is not valid', zh: '收款地址无效' },
  CHAIN_UNAVAILABLE: { en: 'The simulated chain did not take it', zh: '模拟链未能受理' },
}

/** What an exchange is doing. */
export const phaseTexts: Readonly<Record<Phase, Text>> = {
  regular: { en: 'Open', zh: '交易中' },
  pre: { en: 'Pre-market', zh: '盘前' },
  post: { en: 'After hours', zh: '盘后' },
  auction: { en: 'Auction', zh: '集合竞价' },
  lunch: { en: 'Lunch break', zh: '午间休市' },
  closed: { en: 'Closed', zh: '已收市' },
  practice: { en: 'Practice hours', zh: '练习时段' },
}

export const endReasonText = (reason: EndReason, language: Language, traditional?: Traditional): string =>
  textIn(endReasonTexts[reason], language, traditional)
export const closeReasonText = (reason: CloseReason, language: Language, traditional?: Traditional): string =>
  textIn(closeReasonTexts[reason], language, traditional)
export const depositReasonText = (reason: DepositReason, language: Language, traditional?: Traditional): string =>
  textIn(depositReasonTexts[reason], language, traditional)
export const withdrawalReasonText = (reason: WithdrawalReason, language: Language, traditional?: Traditional): string =>
  textIn(withdrawalReasonTexts[reason], language, traditional)
