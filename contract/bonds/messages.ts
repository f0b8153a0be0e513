import { message } from '#text.ts'

/** The message texts of this area. */
export const bondsMessages = {
  bond_coupon: message('Interest paid', '利息已到账', {
    en: '{name} paid its coupon of {date}: {amount} are in your funding account.',
    zh: '{name} 已支付 {date} 的利息：{amount} 已存入您的资金账户。',
  }),
  bond_sold: message('Bond sale settled', '债券卖出已结算', {
    en: 'Your sale of {face} of {name} at {price} has settled: {amount} are in your funding account.',
    zh: '您以 {price} 卖出的 {name}（面值 {face}）已结算：{amount} 已存入您的资金账户。',
  }),
  bond_matured: message('Bond repaid', '债券已到期偿还', {
    en: '{name} has matured and pays its face value back: {amount} for {face} are in your funding account.',
    zh: '{name} 已到期并偿还面值：面值 {face}，{amount} 已存入您的资金账户。',
  }),
} as const
