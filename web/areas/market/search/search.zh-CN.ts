import type { search as english } from './search.en.ts'
import type { Translation } from '#text/translation.ts'

export const search: Translation<typeof english> = {
  field: '按名称或代码搜索',
  recent: '最近搜索',
  clear: '清除',
  clearField: '清空搜索',
  popular: '热门',
  found: '{count, plural, =0 {没有结果} other {# 个结果}}',
  noneTitle: '未找到“{text}”',
  noneText: '请尝试代码，或中英文名称的开头。',
  failed: '搜索失败',
  failedText: '数据没有丢失，只是没有收到回应。',
  results: '结果：{market}',
}
