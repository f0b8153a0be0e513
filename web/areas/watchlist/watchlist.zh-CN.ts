import type { watchlist as english } from './watchlist.en.ts'
import type { Translation } from '#text/translation.ts'

export const watchlist: Translation<typeof english> = {
  list: '自选列表',
  edit: '编辑自选',
  add: '添加自选',
  all: '全部',
  groups: '分组',
  groupEmpty: '该分组暂无品种',
  groupFill: '编辑分组',
  emptyTitle: '自选列表为空',
  emptyText: '关注股票、货币对或期货后，可在此一览其价格。',
  find: '查找股票',
  active: '成交额最高的美股',
  failed: '自选列表加载失败',
  failedText: '数据没有丢失，只是暂时无法获取列表。',
  selectAll: '全选',
  selected: '{count, plural, =0 {未选择} other {已选 # 项}}',
  remove: '{count, plural, =0 {移除} other {移除（#）}}',
  chooseFirst: '请选择要移除的品种',
}
