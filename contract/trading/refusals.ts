import type { TradingRefusal } from '@mex/core/trading/refusals.ts'

import type { RefusalText } from '#text.ts'

/** The numbers and texts of refusals about orders and positions (specification, calls B). */
export const tradingRefusals: Readonly<Record<TradingRefusal, RefusalText>> = {
  market_closed: { code: 2000, en: 'Market closed', zh: '市场已收市' },
  trading_halted: { code: 2001, en: 'Trading halted', zh: '交易已暂停' },
  quantity_missing: { code: 2002, en: 'Please add quantity', zh: '请输入数量' },
  quantity_step: { code: 2003, en: 'Quantity must be a multiple of {lot}', zh: '数量必须是 {lot} 的整数倍' },
  price_step: { code: 2004, en: 'Price must be a multiple of {tick}', zh: '价格必须是 {tick} 的整数倍' },
  price_far: { code: 2005, en: 'Price too far from the market', zh: '价格偏离市价过大' },
  leverage_not_allowed: { code: 2006, en: 'Leverage not allowed (max {n})', zh: '不支持该杠杆（最高 {n} 倍）' },
  short_not_available: { code: 2007, en: 'Short selling not available', zh: '不支持卖空' },
  order_too_large: { code: 2008, en: 'Order too large', zh: '订单过大' },
  order_final: { code: 2009, en: 'Order can no longer be cancelled', zh: '订单已无法撤销' },
  not_tradable: { code: 2010, en: 'Not tradable', zh: '不可交易' },
  too_many_orders: { code: 2011, en: 'Too many open orders', zh: '未完成订单过多' },
  expires_soon: { code: 2012, en: 'Contract expires soon, closing only', zh: '合约即将到期，只能平仓' },
  position_not_found: { code: 2100, en: 'Position not found', zh: '未找到持仓' },
  quantity_not_closable: { code: 2101, en: 'Quantity exceeds the closable quantity', zh: '数量超过可平数量' },
  position_locked: { code: 2102, en: 'Locked until {date}', zh: '锁定至 {date}' },
  margin_not_possible: { code: 2103, en: 'Margin cannot be added to this position', zh: '该持仓无法追加保证金' },
}
