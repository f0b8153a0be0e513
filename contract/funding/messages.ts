import { message, type Text } from '#text.ts'

/** Reasons for refused deposits and withdrawals in messages that have no text of their own for them. */
export const fundingReasons = {
  NO_TRANSACTION: { en: 'no transaction arrived within 24 hours', zh: '24 小时内未收到对应交易' },
  DAILY_LIMIT: { en: 'it goes beyond the limit of the day', zh: '超出当日限额' },
  TARGET_REMOVED: { en: 'the card or address was removed', zh: '收款卡或地址已删除' },
  TARGET_INVALID: { en: 'the card or address is not valid', zh: '收款卡或地址无效' },
  CHAIN_UNAVAILABLE: { en: 'the simulated chain was not available', zh: '模拟链不可用' },
  PAYOUT_FAILED: { en: 'the payment failed', zh: '付款未成功' },
} as const satisfies Readonly<Record<string, Text>>

/** The message texts of this area. */
export const fundingMessages = {
  deposit_seen: message('Deposit on its way', '充值到账中', {
    en: 'The simulated chain shows a transaction of {amount} to your address. It is credited after {confirmations} confirmations.',
    zh: '模拟链上出现一笔转入您地址的交易：{amount}。经过 {confirmations} 次确认后入账。',
  }),
  deposit_credited: message('Deposit credited', '充值已入账', {
    en: '{amount} arrived, and {credited} of simulated money was added to your funding account.',
    zh: '已收到 {amount}，{credited} 模拟资金已存入您的资金账户。',
  }),
  deposit_below_minimum: message('Deposit below the minimum', '充值低于最低金额', {
    en: '{amount} arrived, but the minimum is {minimum}. As the deposit page says, such a deposit is neither credited nor refunded.',
    zh: '已收到 {amount}，但最低充值金额为 {minimum}。如充值页面所述，低于最低金额的充值不予入账，也不退回。',
  }),
  deposit_dropped: message('Deposit dropped by the network', '充值已被网络撤回', {
    en: 'The simulated chain has taken back the transaction of {amount} before it was confirmed. Nothing was credited.',
    zh: '金额为 {amount} 的交易在确认之前被模拟链撤回，未入账。',
  }),
  deposit_reorganised: message('A credited deposit was taken back by the network', '已入账的充值被网络撤回', {
    en: 'The simulated chain has taken back a transaction of {amount} that had been credited already. You keep the money: our reserve carries it.',
    zh: '一笔已入账的交易（{amount}）被模拟链撤回。款项仍归您所有，由平台的准备金承担。',
  }),
  deposit_without_transaction: message('Deposit not found', '未找到充值交易', {
    en: 'You told us of a deposit, but {reason}. Nothing was credited. If it arrives later it is credited all the same.',
    zh: '您申报了一笔充值，但{reason}，因此未入账。如果之后到账，仍会正常入账。',
  }),
  fiat_approved: message('Fiat deposit credited', '法币充值已入账', {
    en: 'Your simulated deposit of {amount} was approved, and {credited} was added to your funding account.',
    zh: '您的模拟法币充值 {amount} 已通过，{credited} 已存入您的资金账户。',
  }),
  fiat_refused: message('Fiat deposit was not accepted', '法币充值未通过', {
    en: 'Your simulated deposit of {amount} was not accepted: {reason}. You can send it again.',
    zh: '您的模拟法币充值 {amount} 未通过，原因：{reason}。您可以重新提交。',
  }),
  withdrawal_applied: message('Withdrawal requested', '提现申请已提交', {
    en: '{amount} is set aside for your withdrawal. If you did not ask for it, change your password at once and end the other sessions under Settings › Security.',
    zh: '已为您的提现冻结 {amount}。如果不是您本人操作，请立即在“设置”›“安全中心”修改密码，并结束其他登录。',
  }),
  withdrawal_paid: message('Withdrawal paid', '提现已完成', {
    en: '{paid} of simulated money went to {target}. {amount} was taken from your funding account.',
    zh: '{paid} 模拟资金已付至 {target}（从资金账户扣除 {amount}）。',
  }),
  withdrawal_returned: message('Withdrawal returned', '提现已退回', {
    en: 'Your withdrawal was not paid: {reason}. {amount} is back in your funding account.',
    zh: '提现未能完成，原因：{reason}。{amount} 已退回您的资金账户。',
  }),
}
