import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const portfolioLabels: Readonly<Record<string, Text>> = {
  benchmark: { en: 'index to compare with', zh: '比较指数' },
  range: { en: 'range of time', zh: '时间范围' },
}
