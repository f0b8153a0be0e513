import type { BondsRefusal } from '@mex/core/bonds/refusals.ts'

import { refusal, type RefusalText, type Text } from '#text.ts'

/** The numbers and texts of refusals about bonds (specification, calls B). */
export const bondsRefusals: Readonly<Record<BondsRefusal, RefusalText>> = {
  below_face_minimum: refusal(2300, 'Minimum face value {n}', '最低面值为 {n}'),
  holding_unavailable: refusal(2301, 'Holding not available', '该持仓不可用'),
  sold_out: refusal(2302, 'Sold out', '已售罄'),
}

/** Fields whose absence has its own words in the spec. */
export const bondsMissingTexts: Readonly<Record<string, Text>> = {
  'amount.purchase': { en: 'Please enter the purchase amount', zh: '请输入购买金额' },
}
