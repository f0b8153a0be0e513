import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const contentLabels: Readonly<Record<string, Text>> = {
  all: { en: 'all', zh: '全部' },
  dictType: { en: 'list of words', zh: '字典类型' },
  ids: { en: 'messages', zh: '消息' },
  kind: { en: 'kind', zh: '类型' },
  readStatus: { en: 'read or unread', zh: '已读状态' },
  topic: { en: 'help topic', zh: '帮助主题' },
  tag: { en: 'tag', zh: '标签' },
}
