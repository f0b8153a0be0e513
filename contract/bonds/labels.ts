import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const bondsLabels: Readonly<Record<string, Text>> = {
  bondStatus: { en: 'bond status', zh: '债券状态' },
}
