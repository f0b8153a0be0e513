import type { watchGroups as english } from './groups.en.ts'
import type { Translation } from '#text/translation.ts'

/** Texts of the groups of the watchlist. */
export const watchGroups: Translation<typeof english> = {
  list: '您的分组',
  note: '分组只显示自选列表的一部分。一个品种可以在多个分组中；移出全部分组后仍保留在自选列表中。',
  count: '{count} 个品种',
  open: '编辑{name}',
  up: '上移{name}',
  down: '下移{name}',
  create: '新建分组',
  edit: '编辑分组',
  name: '分组名称',
  members: '分组中的品种',
  save: '保存',
  remove: '删除分组',
  removeText: '其中的品种仍保留在自选列表中。',
  nameMissing: '请输入名称',
  offline: '网络未连接：恢复后即可修改分组',
  emptyTitle: '暂无分组',
  emptyText: '把相关的品种放在一起，例如科技或高股息。',
  nothing: '自选列表为空：请先添加品种。',
  failed: '分组未能加载',
  failedText: '没有丢失任何内容，只是分组未能获取。',
}
