import type { RobotNote } from '@mex/core/robots/course.ts'
import { message, type Text } from '#text.ts'

/** The message texts of this area. */
export const robotsMessages = {
  robot_no_energy: message('Robot has stopped', '机器人已停止', {
    en: '{name} has no energy left and has stopped. Transfer money into the AI quantify account: it then buys energy and goes on.',
    zh: '{name} 能量耗尽，已停止。请向 AI 量化账户划转资金，机器人便会购买能量并继续运行。',
  }),
  robot_expired: message('Robot rental ended', '机器人租期结束', {
    en: '{name} has worked to its end: income {income}, energy {energy}, rent {rent}, net {net}. {residual} come back when you take them, or by themselves after 24 hours.',
    zh: '{name} 租期已满：收益 {income}，能量 {energy}，租金 {rent}，净额 {net}。{residual} 可由您取回，24 小时后也会自动退回。',
  }),
  robot_redeemed: message('Robot redeemed', '机器人已赎回', {
    en: '{name} is redeemed: {refund} are in your AI quantify account.',
    zh: '{name} 已赎回：{refund} 已存入您的 AI 量化账户。',
  }),
} as const

/** What a rental writes into its own list of messages, by kind; `{amount}` is in pesos. */
export const robotMessageTexts: Readonly<Record<RobotMessageKind, Text>> = {
  looking: { en: 'Looking for a mining pool', zh: '正在寻找矿池' },
  failed: { en: 'Mining failed: the pool is full. It tries again', zh: '挖矿失败：矿池已满，将重试' },
  found: { en: 'Mining pool found', zh: '已找到矿池' },
  connecting: { en: 'Connecting to the pool', zh: '正在连接矿池' },
  mining: { en: 'Success, mining', zh: '连接成功，正在挖矿' },
  income: { en: 'Mined {amount} in this hour', zh: '本小时挖矿收益 {amount}' },
  insufficient: { en: 'Insufficient energy, stop mining', zh: '能量不足，停止挖矿' },
  resumed: { en: 'Energy refilled, mining again', zh: '能量已补充，恢复挖矿' },
  expired: { en: 'The rental has ended', zh: '租期已结束' },
  redeeming: { en: 'Redemption requested', zh: '已申请赎回' },
  redeemed: { en: 'Redeemed: {amount} returned', zh: '已赎回：退回 {amount}' },
}

export type RobotMessageKind = RobotNote['kind']
