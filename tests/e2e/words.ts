import { basename } from 'node:path'

/** The languages of the journeys; Traditional Chinese is made from Simplified by the build and gets a smoke test. */
export const languages = ['en', 'zh-CN'] as const
const isWholeRun = process.env['E2E_LANGUAGES'] === 'all'

/** Journeys that take a few seconds: every run plays them in both languages. */
const quick = ['amend-order', 'calendar', 'funds', 'several', 'watch-groups'].map((name) => `${name}.e2e.ts`)

/**
 * The languages of the journeys of a file. The texts of every screen are inspected in both, so a longer journey about what
 * the product does is played in one of them, half of the files in each; `E2E_LANGUAGES=all` plays all in both, and
 * `npm run chaos -- --only both-languages` those of a person who trades.
 */
export function languagesOf(file: string): readonly (typeof languages)[number][] {
  if (isWholeRun || quick.includes(basename(file))) return languages
  const sum = Buffer.from(basename(file)).reduce((total, byte) => total + byte, 0)
  return [languages[sum % 2 === 0 ? 0 : 1]]
}
export type Language = (typeof languages)[number] | 'zh-TW'

/** Labels and texts of the page: [English, Simplified Chinese]. */
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
  signInTitle: ['Log in to continue', '登录后继续'],
  netWorth: ['Net worth', '净资产'],
  search: ['Search', '搜索'],
  searchResults: ['Results:', '结果：'],
  searchField: ['Search by name or code', '按名称或代码搜索'],
  apple: ['apple', '苹果'],
  appleName: ['Apple', '苹果'],
  transfer: ['Transfer', '划转'],
  history: ['History', '交易记录'],
  tryAgain: ['Try again', '重试'],
  offline: ['Offline. Showing the last known values; orders are paused.', '当前离线，显示最近一次的数据，暂停下单。'],
  networkError: ['Network Error', '网络异常'],
  loginExpired: ['Login Expired', '登录已过期'],

  order: ['Order', '下单'],
  lists: ['Positions and orders', '持仓与委托'],
  instruments: ['Instruments', '品种'],
  halfOfApple: ['Close ½ of Apple', '平半仓苹果'],
  allKeys: ['All keys', '全部快捷键'],
  useKeys: ['Use single keys', '使用单键快捷键'],

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
  whatThisIs: ['What this is', '这是什么'],
  holding: ['Holding', '持仓'],
  orders: ['Entrusted orders', '委托订单'],
  closed: ['Closed positions', '平仓记录'],
  long: ['Long', '多'],
  cardDetails: ['Apple, details', '苹果，详情'],
  addMargin: ['add position margin', '追加保证金'],
  amount: ['Amount', '金额'],
  add50: ['Add $50.00', '追加 $50.00'],
  marginNow: ['margin', '保证金'],
  half: ['half position', '半仓'],
  full: ['full position', '全仓'],
  halfOfMost: ['Half of the most you can order', '半仓：最多可下单数量的一半'],
  most: ['Full: the most you can order', '全仓：最多可下单的数量'],
  close: ['close position', '平仓'],
  quantityToClose: ['Quantity to close', '平仓数量'],
  closePosition: ['Close position', '确认平仓'],
  noPositions: ['No open positions', '暂无持仓'],
  cancelOrder: ['Cancel order', '撤销订单'],
  inProgress: ['In progress', '进行中'],
  success: ['Success', '成功'],
  cancelled: ['Cancelled', '已取消'],
  allOrders: ['All', '全部'],
  productType: ['Product type', '产品类型'],
  individualStock: ['Individual stock', '个股'],

  firstName: ['First name', '名'],
  lastName: ['Last name', '姓'],
  continue: ['Continue', '继续'],
  review: ['Review', '核对'],
  passport: ['Passport', '护照'],
  identityVerification: ['Identity verification', '身份认证'],
  persona: ['Fill with a practice persona', '填入练习身份'],
  enterName: ['Please enter first name', '请输入名'],
  uploadImage: ['Please Upload Image', '请上传图片'],
  specimen: ['Use a specimen instead', '改用样本图片'],
  uploaded: ['Uploaded', '已上传'],
  submitForReview: ['Submit for review', '提交审核'],
  underReview: ['Under review', '审核中'],
  expectedIn: ['Expected in 0', '预计还需 0'],

  usWallet: ['US stocks', '美股账户'],
  balance: ['Balance', '可用余额'],
  movements: ['Movements of money', '资金流水'],
  grant: ['Practice grant', '练习资金'],

  notices: ['Notices', '通知'],
  messages: ['Messages', '消息'],
  oneUnread: ['Notices and messages, 1 unread', '通知与消息，1 条未读'],
  noneUnread: ['Notices and messages', '通知与消息'],
  welcome: ['Welcome to practice trading', '欢迎开始模拟交易'],
  markAllRead: ['Mark all as read', '全部标为已读'],
  noNotices: ['No notices', '暂无通知'],
  maintenance: ['Maintenance on Sunday', '周日维护'],
  unread: ['unread', '未读'],
  read: ['read', '已读'],
  simulated: ['Simulated', '模拟'],
  simulatedText: ['Made from the public prices of this simulated market', '根据本模拟市场的公开价格生成'],
  news: ['News', '资讯'],
  movers: ['Movers', '热门'],
  feesArticle: ['Fees and other costs', '手续费和其他成本'],
  help: ['Help and learning', '帮助与学习'],
  customerService: ['Customer service', '在线客服'],
  yourMessage: ['Your message', '您的消息'],
  send: ['Send', '发送'],
  conversation: ['Conversation', '对话'],
  feesQuestion: ['What fees do I pay?', '手续费是多少？'],
  feesAnswer: ['Fees follow those of real brokers', '费用参照真实券商设置'],
  cancelQuestion: ['how can i cancel my order', '怎么撤单'],
  cancelAnswer: ['press Cancel order', '点“撤销订单”'],
  cancelLink: ['Cancel an order', '撤销委托'],
  lockUpQuestion: ['what is a lock-up', '锁定期是什么'],
  lockUpAnswer: ['Lock-up: The time in which shares', '锁定期：'],
  wordsExplained: ['Glossary', '名词解释'],
  drawdown: ['Drawdown', '回撤'],
  lockUp: ['Lock-up', '锁定期'],
  askForPerson: ['I want a person', '我要人工答复'],
  passedOn: ['I have passed this on', '已转告'],
  priceQuestion: ['price of apple', '苹果股价'],
  operator: ['Operator', '运营者'],
  assistant: ['Assistant (program)', '助手（程序）'],
  muted: ['Not sent: Chat is muted until', '未发送：聊天已禁言至'],
  noSuchPage: ['The URL does not exist', '请求的地址不存在'],
} as const satisfies Record<string, readonly [string, string]>

export type Word = keyof typeof pairs
export type Words = Readonly<Record<Word, string>>

/** The texts of a list of pairs in a language. */
export function textsIn<Key extends string>(
  language: (typeof languages)[number],
  pairs: Readonly<Record<Key, readonly [string, string]>>,
): Readonly<Record<Key, string>> {
  const at = languages.indexOf(language)
  const texts = Object.entries<readonly [string, string]>(pairs).map(([key, pair]) => [key, pair[at]])
  return Object.fromEntries(texts) as Readonly<Record<Key, string>>
}

/** The labels and texts in a language. */
export const wordsOf = (language: (typeof languages)[number]): Words => textsIn(language, pairs)
