import type { MarketRefusal } from '@mex/core/market/refusals.ts'

import type { RefusalText } from '#text.ts'

/** The numbers and texts of refusals about instruments and quotes (specification, calls B). */
export const marketRefusals: Readonly<Record<MarketRefusal, RefusalText>> = {
  unknown_instrument: { code: 1400, en: 'Unknown instrument', zh: '未知的交易品种' },
  quote_unavailable: { code: 1401, en: 'Quote unavailable', zh: '暂无报价' },
}
