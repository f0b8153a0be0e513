import { message } from '#text.ts'

/** The message texts of this area. */
export const followMessages = {
  follow_confirmed: message('Campaign entered', '跟单已建仓', {
    en: '{agency} entered campaign {number}, {name}, at {price}. Your {amount} stay in it until it ends; they cannot be taken out before.',
    zh: '{agency} 的第 {number} 期（{name}）已于 {price} 建仓。您的 {amount} 将留在其中直至结束，期间不能取出。',
  }),
  follow_refunded: message('Follow order refunded', '跟单已退款', {
    en: 'Campaign {number} of {agency}, {name}, did not begin. All of your {amount} are back in your follow account, and nothing was charged.',
    zh: '{agency} 的第 {number} 期（{name}）未能开始。您的 {amount} 已全部退回跟单账户，未收取任何费用。',
  }),
  follow_ended: message('Campaign ended', '跟单已平仓', {
    en: '{agency} left campaign {number}, {name}, at {price}. Your {amount} have become {value} before the fee. The money comes on {date}.',
    zh: '{agency} 的第 {number} 期（{name}）已于 {price} 平仓。您的 {amount} 扣费前为 {value}，资金将于 {date} 到账。',
  }),
  follow_settled: message('Follow order settled', '跟单已结算', {
    en: 'Campaign {number} of {agency}, {name}, is settled: {paid} for your {amount}, after a performance fee of {fee}.',
    zh: '{agency} 的第 {number} 期（{name}）已结算：您的 {amount} 扣除业绩报酬 {fee} 后收回 {paid}。',
  }),
} as const
