import { message } from '#text.ts'

/** The message texts of this area. */
export const offeringsMessages = {
  ipo_allotted: message('Shares allotted', '新股已中签', {
    en: 'Your application for {name} was drawn: {allotted} of {asked} shares were allotted at {price}. They cost {cost}, and {refund} is back in your subscription account. They can be sold from {date} on. Anyone can check the draw.',
    zh: '您认购的{name}已抽签：申购 {asked} 股，获配 {allotted} 股，价格 {price}。成本 {cost}，{refund} 已退回您的认购账户。自 {date} 起可以卖出。任何人都可以核验抽签。',
  }),
  ipo_not_allotted: message('No shares allotted', '新股未中签', {
    en: 'Your application for {asked} shares of {name} was drawn and got none. All of {refund} is back in your subscription account. Anyone can check the draw.',
    zh: '您认购的{name}（{asked} 股）已抽签，未获配售。{refund} 已全部退回您的认购账户。任何人都可以核验抽签。',
  }),
  ipo_unpaid: message('Payment needed for allotted shares', '获配新股待付款', {
    en: '{allotted} shares of {name} were allotted to you at {price}. {missing} is still to be paid, until {time} (UTC). What is not paid by then is given up; you keep the shares that your money covers.',
    zh: '您获配{name} {allotted} 股，价格 {price}。还需在 {time}（UTC）前支付 {missing}。逾期未付的部分将放弃，您保留已付款项足以支付的股份。',
  }),
  ipo_lapsed: message('Unpaid shares given up', '未付款的新股已放弃', {
    en: 'What was missing for your shares of {name} was not paid in time. You keep {allotted} shares at {price}, which cost {cost}; {refund} is back in your subscription account.',
    zh: '您获配的{name}未按时补足款项。您保留 {allotted} 股，价格 {price}，成本 {cost}；{refund} 已退回您的认购账户。',
  }),
  ipo_listed: message('Your shares are listed', '您的新股已上市', {
    en: '{name} ({code}) is listed. Your {allotted} shares can be sold now.',
    zh: '{name}（{code}）已上市，您的 {allotted} 股现在可以卖出。',
  }),
  placing_allotted: message('Placing allotted', '配售已分配', {
    en: 'The placing of {name} was shared out: {allotted} of the {asked} shares that you asked for are yours at {price}. They cost {cost}, and {refund} is back in your subscription account. They can be sold from {date} on. Anyone can check the allotment.',
    zh: '{name}的配售已按比例分配：您申请 {asked} 股，获配 {allotted} 股，价格 {price}。成本 {cost}，{refund} 已退回您的认购账户。自 {date} 起可以卖出。任何人都可以核验分配。',
  }),
  placing_not_allotted: message('No placing shares allotted', '配售未获分配', {
    en: 'The placing of {name} was shared out, and your part of {asked} shares was less than a lot. All of {refund} is back in your subscription account. Anyone can check the allotment.',
    zh: '{name}的配售已按比例分配，您申请的 {asked} 股所占比例不足一手。{refund} 已全部退回您的认购账户。任何人都可以核验分配。',
  }),
  placing_unlocked: message('Your lock-up is over', '您的锁定期已结束', {
    en: 'The lock-up of your placing of {name} ({code}) is over. Your shares can be sold now.',
    zh: '您参与的{name}（{code}）配售锁定期已结束，股份现在可以卖出。',
  }),
} as const
