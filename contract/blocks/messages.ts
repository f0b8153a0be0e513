import { message } from '#text.ts'

/** The message texts of this area. */
export const blocksMessages = {
  block_filled: message('Block confirmed', '大宗交易已确认', {
    en: 'Your block of {code} was confirmed: {shares} shares at {price}, {discount}% below the next quote. They cost {cost}, fees included, and can be sold from {date} on. Anyone can check the price.',
    zh: '您的 {code} 大宗交易已确认：{shares} 股，价格 {price}，比下一笔报价低 {discount}%。含费用共 {cost}，自 {date} 起可以卖出。任何人都可以核验价格。',
  }),
  block_reduced: message('Block confirmed in part', '大宗交易部分成交', {
    en: 'Your block of {code} was confirmed, but the price had risen: your money sufficed for {shares} shares at {price}. They cost {cost}, fees included, and can be sold from {date} on. Anyone can check the price.',
    zh: '您的 {code} 大宗交易已确认，但价格已上涨：您的资金可买 {shares} 股，价格 {price}。含费用共 {cost}，自 {date} 起可以卖出。任何人都可以核验价格。',
  }),
  block_sold_out: message('Block sold out', '大宗交易已售罄', {
    en: 'Your block of {shares} shares of {code} was not confirmed: a minute after your order fewer were left. The reserved money is back in your block account, and nothing was charged.',
    zh: '您的 {code} 大宗交易（{shares} 股）未获确认：下单一分钟后剩余数量不足。预留资金已退回您的大宗账户，未收取费用。',
  }),
  block_ended: message('Block order ended', '大宗交易委托已结束', {
    en: 'Your block of {shares} shares of {code} ended without a purchase: {why}. The reserved money is back in your block account, and nothing was charged.',
    zh: '您的 {code} 大宗交易（{shares} 股）未成交：{why}。预留资金已退回您的大宗账户，未收取费用。',
  }),
  block_unlocked: message('Your block can be sold', '大宗股份可以卖出', {
    en: 'The lock-up of your {shares} shares of {code} is over: they can be sold now, in your holdings.',
    zh: '您的 {code}（{shares} 股）锁定期已结束，现在可以在持仓中卖出。',
  }),
} as const
