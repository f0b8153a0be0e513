import { message } from '#text.ts'

/** The message texts of this area. */
export const alertsMessages = {
  alert_above: message('Price alert', '价格提醒', {
    en: '{code} is at {price}: it has reached your level, above {level}. An alert only tells you; no order was placed.',
    zh: '{code} 现价 {price}，已达到您设定的水平（高于 {level}）。提醒仅供通知，未提交任何委托。',
  }),
  alert_below: message('Price alert', '价格提醒', {
    en: '{code} is at {price}: it has reached your level, below {level}. An alert only tells you; no order was placed.',
    zh: '{code} 现价 {price}，已达到您设定的水平（低于 {level}）。提醒仅供通知，未提交任何委托。',
  }),
  alert_move: message('Price alert', '价格提醒', {
    en: '{code} is at {price}, {change} since the last close: it has moved by {percent} or more. An alert only tells you; no order was placed.',
    zh: '{code} 现价 {price}，较上一收盘 {change}，波动已达 {percent}。提醒仅供通知，未提交任何委托。',
  }),
  alert_gone: message('Price alert ended', '价格提醒已结束', {
    en: '{code} has left the market. Your price alert on it has ended.',
    zh: '{code} 已不再交易，您对其设置的价格提醒已结束。',
  }),
}
