import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const followLabels: Readonly<Record<string, Text>> = {
  agencyId: { en: 'agency', zh: '机构' },
  campaignId: { en: 'campaign', zh: '期数' },
  followStatus: { en: 'follow status', zh: '跟单状态' },
}
