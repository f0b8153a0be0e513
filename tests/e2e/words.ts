/** The languages of the journeys; Traditional Chinese is made from Simplified by the build and gets a smoke test. */
export const languages = ['en', 'zh-CN'] as const
export type Language = (typeof languages)[number] | 'zh-TW'

/** What a person reads and presses, by language: [English, Simplified Chinese]. */
const pairs = {
  home: ['Home', '首页'],
  markets: ['Markets', '行情'],
  watchlists: ['Watchlists', '自选'],
  trade: ['Trade', '交易'],
  account: ['Account', '我的'],
  mainNavigation: ['Main navigation', '主导航'],
  back: ['Back', '返回'],
  practice: ['Practice', '模拟'],
  tryItNow: ['Try it now', '立即体验'],
  signInTitle: ['Sign in to see this page', '登录后查看此页面'],
  totalAssets: ['Total assets', '总资产'],
  search: ['Search', '搜索'],
  searchField: ['Search by name or code', '按名称或代码搜索'],
  apple: ['apple', '苹果'],
  appleName: ['Apple', '苹果'],
  transfer: ['Transfer', '划转'],
  history: ['History', '明细'],
  notHereYet: ['Not here yet', '页面尚未开放'],
  goHome: ['Go to Home', '返回首页'],
  tryAgain: ['Try again', '重试'],
  offline: ['Offline. Showing the last known values; orders are paused.', '当前离线，显示最近一次的数据，暂停下单。'],
  networkError: ['Network Error', '网络异常'],
  loginExpired: ['Login Expired', '登录已过期'],

  chartPeriods: ['Chart period', '图表周期'],
  intraday: ['Intraday', '分时'],
  day: ['1D', '日K'],
  week: ['1W', '周K'],
  month: ['1M', '月K'],
  quarter: ['3M', '季K'],
  year: ['1Y', '年K'],
  buyLong: ['Buy / Long', '买入 / 做多'],
  quantityShares: ['Quantity (shares)', '数量（股）'],
  limit: ['Limit', '限价'],
  limitPrice: ['Limit price', '限价'],
  reviewOrder: ['Review order', '核对订单'],
  placeOrder: ['Place order', '提交订单'],
  filled: ['Filled', '已成交'],
  viewInTrade: ['View in Trade', '在交易页查看'],
  done: ['Done', '完成'],
  holding: ['Holding', '持仓'],
  orders: ['Orders', '委托'],
  closed: ['Closed', '已平仓'],
  long: ['Long', '多'],
  cardDetails: ['Apple, details', '苹果，详情'],
  addMargin: ['Add margin', '追加保证金'],
  amount: ['Amount', '金额'],
  add50: ['Add $50.00', '追加 $50.00'],
  marginAdded: ['Margin added; it counts from the next price on', '保证金已追加，从下一个价格起生效'],
  marginNow: ['margin', '保证金'],
  half: ['Half', '半仓'],
  close: ['Close', '平仓'],
  quantityToClose: ['Quantity to close', '平仓数量'],
  closePosition: ['Close position', '确认平仓'],
  noPositions: ['No open positions', '暂无持仓'],
  cancelOrder: ['Cancel order', '撤销委托'],

  firstName: ['First name', '名'],
  lastName: ['Last name', '姓'],
  continue: ['Continue', '继续'],
  passport: ['Passport', '护照'],
  identityVerification: ['Identity verification', '身份认证'],
  persona: ['Fill with a practice persona', '填入一个虚拟身份'],
  enterName: ['Please enter first name', '请输入名'],
  uploadImage: ['Please Upload Image', '请上传图片'],
  specimen: ['Use a specimen instead', '改用样本图片'],
  uploaded: ['Uploaded', '已上传'],
  submitForReview: ['Submit for review', '提交审核'],
  underReview: ['Under review', '审核中'],
  expectedIn: ['Expected in 0', '预计还需 0'],

  usWallet: ['US_STOCK', '美股'],
  balance: ['Balance', '可用余额'],
  movements: ['Movements of money', '资金流水'],
  grant: ['Practice grant', '练习资金'],
} as const satisfies Record<string, readonly [string, string]>

export type Word = keyof typeof pairs
export type Words = Readonly<Record<Word, string>>

/** The words of a language. */
export function wordsOf(language: (typeof languages)[number]): Words {
  const at = languages.indexOf(language)
  return Object.fromEntries(Object.entries(pairs).map(([word, pair]) => [word, pair[at]])) as Words
}
