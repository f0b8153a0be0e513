import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const alertsLabels: Readonly<Record<string, Text>> = {
  endpoint: { en: 'address of the browser', zh: '浏览器地址' },
  publicKey: { en: 'public key', zh: '公钥' },
  secret: { en: 'secret of the browser', zh: '浏览器密钥' },
  alertType: { en: 'kind of alert', zh: '提醒类型' },
  percent: { en: 'percentage', zh: '百分比' },
  price: { en: 'price', zh: '价格' },
  practiceHours: { en: 'practice hours', zh: '练习时段' },
  repeat: { en: 'repeat', zh: '重复' },
}
