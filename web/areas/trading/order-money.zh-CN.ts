import type { orderMoney as english } from './order-money.en.ts'
import type { Translation } from '#text/translation.ts'

export const orderMoney: Translation<typeof english> = {
  byAmount: '按金额',
  byQuantity: '按数量',
  amount: '金额',
  wholeLots: '费用另计。最小一单为 {quantity}，约值 {worth}。',
  buys: '可买入 {quantity}，金额余下 {rest}。',
  sells: '可卖出 {quantity}，金额余下 {rest}。',
  tooSmall: '金额不足最小一单',
  two: '{first}{second}',
  oneNeeds: '以 {leverage}× 杠杆，最小一单约需 {needed}，该账户可用 {available}。',
  othersHelp: '可由您的其他账户补足。',
  helps: '可由您的其他账户补足，或提高杠杆，但亏损也会放大。',
  oneNeedsAtMost: '即使以最高的 {leverage}× 杠杆，最小一单也约需 {needed}，该账户可用 {available}。',
}
