import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const watchlistLabels: Readonly<Record<string, Text>> = {
  groupName: { en: 'name of the group', zh: '分组名称' },
  watchIds: { en: 'instruments', zh: '品种' },
  assettype: { en: 'product', zh: '产品类别' },
  secuCode: { en: 'code', zh: '代码' },
  securityName: { en: 'name', zh: '名称' },
}
