import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const robotsLabels: Readonly<Record<string, Text>> = {
  orderId: { en: 'rental', zh: '租用单' },
  robotId: { en: 'robot', zh: '机器人' },
  redeemStatus: { en: 'redemption status', zh: '赎回状态' },
  sinceTimestamp: { en: 'start of the series', zh: '数据起点' },
}
