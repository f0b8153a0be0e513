import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const tradingLabels: Readonly<Record<string, Text>> = {
  autoRoll: { en: 'automatic roll', zh: '自动展期' },
  direction: { en: 'direction', zh: '买卖方向' },
  extendedHours: { en: 'extended hours', zh: '盘前盘后交易' },
  filledNum: { en: 'filled quantity', zh: '已成交数量' },
  leverage: { en: 'leverage', zh: '杠杆' },
  limitPrice: { en: 'limit price', zh: '限价' },
  openClose: { en: 'open or close', zh: '开平方向' },
  orderType: { en: 'order type', zh: '订单类型' },
  positionId: { en: 'position', zh: '持仓' },
  withInstruments: { en: 'with the instruments', zh: '附带品种' },
  quantity: { en: 'quantity', zh: '数量' },
}
