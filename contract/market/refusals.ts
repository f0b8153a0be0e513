import type { MarketRefusal } from '@mex/core/market/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about instruments and quotes (specification, calls B). */
export const marketRefusals: Readonly<Record<MarketRefusal, RefusalText>> = {
  unknown_instrument: refusal(1400, 'Unknown instrument', '未知的交易品种'),
  quote_unavailable: refusal(1401, 'Quote unavailable', '暂无报价'),
}
