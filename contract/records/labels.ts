import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const recordsLabels: Readonly<Record<string, Text>> = {
  after: { en: 'place to go on from', zh: '续接位置' },
  jobId: { en: 'number', zh: '编号' },
}
