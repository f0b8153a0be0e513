import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const quantifyLabels: Readonly<Record<string, Text>> = {
  productId: { en: 'product', zh: '产品' },
  orderId: { en: 'order', zh: '订单' },
  incomeStatus: { en: 'status', zh: '状态' },
  period: { en: 'period', zh: '期间' },
}
