import type { Traditional } from './text.ts'

/**
 * Financial terms that the conversion of characters and everyday phrases does not know: Simplified as the texts write
 * them → what brokers in Taiwan and Hong Kong write. Longer terms win over shorter ones inside them.
 */
const glossary: Readonly<Record<string, string>> = {
  市盈率: '本益比',
  止损: '停損',
  止盈: '停利',
  充值: '入金',
  提现: '出金',
  账户: '帳戶',
  账号: '帳號',
  账单: '帳單',
  登录: '登入',
  注册: '註冊',
  密码: '密碼',
  邮箱: '電子信箱',
  行情: '行情',
  自选: '自選股',
  涨跌幅: '漲跌幅',
  涨跌额: '漲跌',
  成交量: '成交量',
  昨收: '昨收',
  今开: '開盤',
  买价: '買價',
  卖价: '賣價',
  持仓: '持倉',
  持仓量: '未平倉量',
  平仓: '平倉',
  开仓: '開倉',
  半仓: '半倉',
  全仓: '全倉',
  保证金: '保證金',
  杠杆: '槓桿',
  浮动盈亏: '未實現損益',
  盈亏: '損益',
  手续费: '手續費',
  委托订单: '委託單',
  委托: '委託',
  撤销: '取消',
  市价: '市價',
  限价: '限價',
  做多: '做多',
  做空: '放空',
  强平价: '強制平倉價',
  爆仓: '強制平倉',
  新股: '新股',
  中签: '中籤',
  可申购: '可申購',
  申购: '申購',
  跟单: '跟單',
  期货: '期貨',
  大宗交易: '鉅額交易',
  盘前竞价: '盤前競價',
  分时: '分時',
  票面利率: '票面利率',
  债券: '債券',
  外汇: '外匯',
  划转: '轉帳',
  银行卡: '銀行卡',
  数字货币: '虛擬貨幣',
  矿池: '礦池',
  网络: '網路',
  信息: '資訊',
  默认: '預設',
  设置: '設定',
  重新加载: '重新載入',
  加载: '載入',
  刷新: '重新整理',
  搜索: '搜尋',
  全部: '全部',
  用户: '使用者',
  游客: '訪客',
  离线: '離線',
  身份认证: '身分驗證',
  身份证: '身分證',
  验证码: '驗證碼',
  优惠价: '優惠價',
  明细: '明細',
  声明: '聲明',
  到账: '入帳',
  代码: '代號',
  'SWIFT 代码': 'SWIFT 代碼',
  分行代码: '分行代碼',
  审核: '審核',
  类型: '類型',
  每股收益: '每股盈餘',
  股息率: '殖利率',
  停牌: '暫停交易',
  盘口: '五檔報價',
}

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/**
 * Traditional Chinese from Simplified, for the server and for the build of the page: a converter of characters and phrases
 * (OpenCC's `twp`), then the glossary. A glossary term is looked for as the converter leaves it, so that it wins over the
 * converter's own choice.
 */
export function withGlossary(convert: (simplified: string) => string): Traditional {
  const terms = Object.entries(glossary).toSorted(([left], [right]) => right.length - left.length)
  const pattern = new RegExp(terms.map(([term]) => escape(convert(term))).join('|'), 'g')
  const wanted = new Map(terms.map(([term, traditional]) => [convert(term), traditional]))
  return (simplified) => convert(simplified).replace(pattern, (found) => wanted.get(found) ?? found)
}
