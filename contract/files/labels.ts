import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const filesLabels: Readonly<Record<string, Text>> = {
  file: { en: 'picture', zh: '图片' },
  fileName: { en: 'file name', zh: '文件名' },
}
