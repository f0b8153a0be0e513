import { message } from '#text.ts'

/** The message texts of this area. */
export const tradingMessages = {
  contract_ends: message('Contract ends soon', '合约即将到期', {
    en: 'Your position in {code} can be traded until {time} (UTC). If you still hold it then, it is settled in cash shortly afterwards at the final settlement price, and its margin comes back.',
    zh: '您的 {code} 持仓可交易至 {time}（UTC）。若届时仍持有，将在其后不久按最终结算价以现金结算，保证金随之退回。',
  }),
  contract_settled: message('Contract settled', '合约已结算', {
    en: 'Trading in {code} has ended. Your position was settled at {price}, the final settlement price, which is the same for everyone and can be checked by anyone.',
    zh: '{code} 已停止交易。您的持仓已按最终结算价 {price} 结算；该价格对所有人相同，任何人都可以核验。',
  }),
  margin_call: message('Margin call', '追加保证金通知', {
    en: 'Your position in {code} is close to its liquidation price. You can add margin, close part of it, or let it be: at the liquidation price it is closed, and you lose at most its margin.',
    zh: '您的 {code} 持仓已接近强平价。您可以追加保证金、部分平仓，或不做处理：触及强平价时持仓将被平掉，亏损以该持仓的保证金为限。',
  }),
  liquidation: message('Position liquidated', '持仓已被强制平仓', {
    en: 'Your position in {code} was closed because its margin was used up by the loss. The quote that decided was {quote}; it can be checked by anyone.',
    zh: '由于亏损已耗尽保证金，您的 {code} 持仓已被强制平仓。触发的报价为 {quote}，任何人都可以核验。',
  }),
}
