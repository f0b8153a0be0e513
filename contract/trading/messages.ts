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
  contract_rolled: message('Contract rolled', '合约已展期', {
    en: 'Your position in {code} was settled. As you wished, a market order for as many contracts of {next} was placed at once. It pays the usual commission and fills like every other order.',
    zh: '您的 {code} 持仓已结算。按您的设定，系统已立即提交相同张数的 {next} 市价委托，按正常手续费收取，成交规则与其他委托相同。',
  }),
  contract_not_rolled: message('Contract not rolled', '合约未展期', {
    en: 'Your position in {code} was settled, but no order for the next month could be placed: there is none that can be opened now. The money is in your futures account.',
    zh: '您的 {code} 持仓已结算，但未能提交下一个月份的委托：目前没有可以开仓的合约。资金已回到您的期货账户。',
  }),
  contract_not_rolled_money: message('Contract not rolled', '合约未展期', {
    en: 'Your position in {code} was settled, but the money in your futures account was not enough for an order of the next month.',
    zh: '您的 {code} 持仓已结算，但期货账户的可用资金不足以提交下一个月份的委托。',
  }),
  dividend_declared: message('Dividend declared', '宣布派息', {
    en: '{code} pays a dividend of {amount} a share. A position that is open at the last close before {date} takes part: a long one receives it less tax, a short one pays it, and the price falls by the same amount.',
    zh: '{code} 宣布每股派息 {amount}。在 {date} 之前最后一个收盘时仍持有的仓位参与派息：多头扣税后收取，空头全额支付，价格同时下调相同金额。',
  }),
  dividend_received: message('Dividend received', '已收到股息', {
    en: 'The dividend on your {shares} shares of {code} was paid: {amount}, after tax of {tax}.',
    zh: '您持有的 {shares} 股 {code} 已派息：{amount}（已扣税 {tax}）。',
  }),
  dividend_charged: message('Dividend charged', '已支付股息', {
    en: 'Your short position of {shares} shares of {code} paid the dividend: {amount}. The price fell by the same amount per share.',
    zh: '您做空的 {shares} 股 {code} 已支付股息：{amount}。每股价格同时下调相同金额。',
  }),
  split_declared: message('Share split declared', '宣布拆股', {
    en: 'The shares of {code} are split {ratio} before the trading of {date}. The number of your shares and their price change, their value does not. Orders that still work then are cancelled.',
    zh: '{code} 将于 {date} 交易前按 {ratio} 拆股。您的股数与价格随之变化，市值不变。届时仍未成交的委托将被撤销。',
  }),
  share_split: message('Shares split', '已完成拆股', {
    en: '{code} was split {ratio}. Your {shares} shares were converted, and what is less than one share was paid out. Your profit has not changed.',
    zh: '{code} 已按 {ratio} 拆股。您的 {shares} 股已转换，不足一股的部分已按价兑付，盈亏不变。',
  }),
  merger_declared: message('Takeover declared', '宣布收购', {
    en: '{code} is taken over for {amount} a share. It can be traded until the last close before {date}; who still holds it then is paid that price for every share, and short positions are closed at it. There is no fee.',
    zh: '{code} 将以每股 {amount} 被收购。{date} 之前最后一个收盘前仍可交易；届时仍持有的股份按该价格兑付，空头持仓按该价格平仓，不收费用。',
  }),
  delisting_declared: message('Delisting declared', '宣布退市', {
    en: '{code} leaves the market. It can be traded until the last close before {date}; who still holds it then is paid {amount} for every share, and short positions are closed at that price. There is no fee.',
    zh: '{code} 将退市。{date} 之前最后一个收盘前仍可交易；届时仍持有的股份按每股 {amount} 兑付，空头持仓按该价格平仓，不收费用。',
  }),
  share_removed: message('Shares paid out', '股份已兑付', {
    en: '{code} has left the market. Your position of {shares} shares was closed at {amount} a share, without a fee.',
    zh: '{code} 已退市。您持有的 {shares} 股已按每股 {amount} 平仓，未收费用。',
  }),
  code_declared: message('New code', '代码变更', {
    en: 'From {date} on, {code} has the code {to}. Your positions and orders stay as they are.',
    zh: '自 {date} 起，{code} 的代码变更为 {to}。您的持仓与委托保持不变。',
  }),
  results_soon: message('Results soon', '即将公布业绩', {
    en: '{code}, of which you hold a position, tells its results on {date}.',
    zh: '您持有的 {code} 将于 {date} 公布业绩。',
  }),
  market_holiday: message('Market holiday', '假日休市', {
    en: 'The market of {code} is closed on {date}, a public holiday.',
    zh: '{code} 所在市场将于 {date} 因假日休市。',
  }),
  market_half_day: message('Early close', '提前收市', {
    en: 'The market of {code} closes early on {date}, at {time} (UTC).',
    zh: '{code} 所在市场将于 {date} 提前收市，时间为 {time}（UTC）。',
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
