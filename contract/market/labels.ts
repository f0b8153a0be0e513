import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const marketLabels: Readonly<Record<string, Text>> = {
  classify: { en: 'class', zh: '分类' },
  date: { en: 'date', zh: '日期' },
  end: { en: 'end time', zh: '结束时间' },
  goldCode: { en: 'futures contract', zh: '期货合约' },
  group: { en: 'group', zh: '分组' },
  limit: { en: 'number of rows', zh: '行数' },
  list: { en: 'list', zh: '列表' },
  market: { en: 'market', zh: '市场' },
  order: { en: 'order of sorting', zh: '排序方向' },
  sequence: { en: 'number in the chain', zh: '链上序号' },
  quoteId: { en: 'quote', zh: '报价编号' },
  sort: { en: 'sort column', zh: '排序字段' },
  source: { en: 'product', zh: '产品类别' },
  stkcode: { en: 'code', zh: '代码' },
  stkName: { en: 'name', zh: '名称' },
  stockCode: { en: 'code', zh: '代码' },
  target: { en: 'target currency', zh: '目标币种' },
}
