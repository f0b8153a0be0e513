import type { TradingRefusal } from '@mex/core/trading/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about orders and positions (specification, calls B). */
export const tradingRefusals: Readonly<Record<TradingRefusal, RefusalText>> = {
  market_closed: refusal(2000, 'Market closed', '市场已收市'),
  trading_halted: refusal(2001, 'Trading halted', '交易已暂停'),
  quantity_missing: refusal(2002, 'Please add quantity', '请输入数量'),
  quantity_step: refusal(2003, 'Quantity must be a multiple of {lot}', '数量必须是 {lot} 的整数倍'),
  price_step: refusal(2004, 'Price must be a multiple of {tick}', '价格必须是 {tick} 的整数倍'),
  price_far: refusal(2005, 'Price too far from the market', '价格偏离市价过大'),
  leverage_not_allowed: refusal(2006, 'Leverage not allowed (max {n})', '不支持该杠杆（最高 {n} 倍）'),
  short_not_available: refusal(2007, 'Short selling not available', '不支持卖空'),
  order_too_large: refusal(2008, 'Order too large', '订单过大'),
  order_final: refusal(2009, 'Order can no longer be cancelled', '订单已无法撤销'),
  not_tradable: refusal(2010, 'Not tradable', '不可交易'),
  too_many_orders: refusal(2011, 'Too many open orders', '未完成订单过多'),
  expires_soon: refusal(2012, 'Contract expires soon, closing only', '合约即将到期，只能平仓'),
  order_not_changeable: refusal(2013, 'Order can no longer be changed', '订单已无法修改'),
  order_filled: refusal(
    2014,
    'More of the order was filled meanwhile. Check what is left',
    '订单在此期间又有成交，请核对剩余数量',
  ),
  order_unchanged: refusal(2015, 'Nothing is changed', '没有任何修改'),
  auction_closed: refusal(2230, 'Auction entry 04:00–09:28 New York time', '竞价委托时间为纽约时间 04:00–09:28'),
  position_not_found: refusal(2100, 'Position not found', '未找到持仓'),
  quantity_not_closable: refusal(2101, 'Quantity exceeds the closable quantity', '数量超过可平数量'),
  position_locked: refusal(2102, 'Locked until {date}', '锁定至 {date}'),
  margin_not_possible: refusal(2103, 'Margin cannot be added to this position', '该持仓无法追加保证金'),
}
