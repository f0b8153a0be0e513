import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const offeringsLabels: Readonly<Record<string, Text>> = {
  subStatus: { en: 'subscription status', zh: '认购状态' },
}
