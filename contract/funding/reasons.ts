import type { DepositReason, WithdrawalReason } from '@mex/core/funding/review.ts'

import type { Text } from '#text.ts'

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
