import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const watchlistLabels: Readonly<Record<string, Text>> = {
  assettype: { en: 'product', zh: '产品类别' },
  secuCode: { en: 'code', zh: '代码' },
  securityName: { en: 'name', zh: '名称' },
}
