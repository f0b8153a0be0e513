import type { Language } from './language.ts'
import { textIn, type Text, type Traditional } from './text.ts'

/** What people call the fields of requests, by wire name: a person never reads the wire name itself. */
export const labels: Readonly<Record<string, Text>> = {
  agree: { en: 'agreement', zh: '同意协议' },
  all: { en: 'all', zh: '全部' },
  amount: { en: 'amount', zh: '金额' },
  assettype: { en: 'product', zh: '产品类别' },
  autoRoll: { en: 'automatic roll', zh: '自动展期' },
  billType: { en: 'kind of movement', zh: '流水类型' },
  classify: { en: 'class', zh: '分类' },
  currency: { en: 'currency', zh: '币种' },
  date: { en: 'date', zh: '日期' },
  direction: { en: 'direction', zh: '买卖方向' },
  email: { en: 'email', zh: '邮箱' },
  emailCode: { en: 'email verification code', zh: '邮箱验证码' },
  end: { en: 'end time', zh: '结束时间' },
  endTimestamp: { en: 'end time', zh: '结束时间' },
  extendedHours: { en: 'extended hours', zh: '盘前盘后交易' },
  fromWalletType: { en: 'account to transfer from', zh: '转出账户' },
  goldCode: { en: 'futures contract', zh: '期货合约' },
  group: { en: 'group', zh: '分组' },
  id: { en: 'number', zh: '编号' },
  ids: { en: 'messages', zh: '消息' },
  invitationCode: { en: 'invitation code', zh: '邀请码' },
  keyword: { en: 'keyword', zh: '关键词' },
  lang: { en: 'language', zh: '语言' },
  leverage: { en: 'leverage', zh: '杠杆' },
  limit: { en: 'number of rows', zh: '行数' },
  limitPrice: { en: 'limit price', zh: '限价' },
  list: { en: 'list', zh: '列表' },
  market: { en: 'market', zh: '市场' },
  month: { en: 'month', zh: '月份' },
  openClose: { en: 'open or close', zh: '开平方向' },
  order: { en: 'order of sorting', zh: '排序方向' },
  orderType: { en: 'order type', zh: '订单类型' },
  pageNum: { en: 'page', zh: '页码' },
  pageSize: { en: 'page size', zh: '每页行数' },
  password: { en: 'password', zh: '密码' },
  passwordConfirm: { en: 'password again', zh: '确认密码' },
  positionId: { en: 'position', zh: '持仓' },
  quantity: { en: 'quantity', zh: '数量' },
  quoteId: { en: 'quote', zh: '报价编号' },
  readStatus: { en: 'read or unread', zh: '已读状态' },
  region: { en: 'region', zh: '地区' },
  secuCode: { en: 'code', zh: '代码' },
  securityName: { en: 'name', zh: '名称' },
  sort: { en: 'sort column', zh: '排序字段' },
  source: { en: 'product', zh: '产品类别' },
  startTimestamp: { en: 'start time', zh: '开始时间' },
  status: { en: 'status', zh: '状态' },
  stkName: { en: 'name', zh: '名称' },
  stkcode: { en: 'code', zh: '代码' },
  stockCode: { en: 'code', zh: '代码' },
  target: { en: 'target currency', zh: '目标币种' },
  timeZone: { en: 'time zone', zh: '时区' },
  toWalletType: { en: 'account to transfer to', zh: '转入账户' },
  type: { en: 'type', zh: '类型' },
  username: { en: 'user ID', zh: '用户名' },
  walletType: { en: 'account', zh: '账户' },
}

const wholeRequest: Text = { en: 'request', zh: '请求内容' }

/** The label of a field; of one inside a list, the innermost that has a label ('list.0.stkcode' → code). */
export function labelOf(field: string | undefined, language: Language, traditional?: Traditional): string {
  const known = (field ?? '').split('.').findLast((part) => Object.hasOwn(labels, part))
  const label = known === undefined ? wholeRequest : (labels[known] ?? wholeRequest)
  return textIn(label, language, traditional)
}
