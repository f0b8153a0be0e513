import type { EndReason } from '@mex/core/trading/orders.ts'
import type { CloseReason } from '@mex/core/trading/positions.ts'

import type { Text } from '#text.ts'

/** Why an order ended without being filled completely (rulebook §14.3). */
export const endReasonTexts: Readonly<Record<EndReason, Text>> = {
  CANCELLED: { en: 'Cancelled by you', zh: '您已撤销' },
  EXPIRED: { en: 'Expired', zh: '已到期' },
  NO_FUNDS: { en: 'Not enough money when the price moved', zh: '价格变动后资金不足' },
  POSITION_CLOSED: { en: 'Its position was closed', zh: '对应持仓已平仓' },
  DELISTED: { en: 'The instrument was delisted', zh: '该品种已退市' },
  AUCTION_UNFILLED: { en: 'Not filled in the auction', zh: '竞价未成交' },
  CORPORATE_ACTION: { en: 'Cancelled by a corporate action', zh: '因公司行动撤销' },
  FILLED_FIRST: { en: 'Filled before the change', zh: '修改生效前已成交' },
  SOLD_OUT: { en: 'Sold out before it was confirmed', zh: '确认前已售罄' },
}

/** Why a position was closed (rulebook §1.2). */
export const closeReasonTexts: Readonly<Record<CloseReason, Text>> = {
  user: { en: 'Closed by you', zh: '手动平仓' },
  liquidation: { en: 'Liquidated', zh: '强制平仓' },
  expiry: { en: 'Expired and settled', zh: '到期结算' },
  delisting: { en: 'Delisted', zh: '退市' },
  reset: { en: 'Account reset or closed', zh: '账户重置或注销' },
  split: { en: 'Fraction of a share after a split', zh: '拆股后的零碎股份' },
}
