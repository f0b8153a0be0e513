import { languages } from './words.ts'

/** Labels and texts of deposits, withdrawals and cards: [English, Simplified Chinese]. */
const pairs = {
  sendTest: ['Send test deposit', '发送测试充值'],
  sendCoins: ['Send coins', '发送'],
  amount: ['Amount', '金额'],
  copyAddress: ['Copy address', '复制地址'],
  copied: ['Copy Success', '复制成功'],
  onItsWay: ['SUSD 100.00 on its way', 'SUSD 100.00 正在到账'],
  arrived: ['SUSD 100.00 arrived', 'SUSD 100.00 已到账'],
  records: ['Deposit records', '充值记录'],
  depositMessage: ['Deposit credited', '充值已入账'],
  completed: ['Completed', '已完成'],
  deposit: ['Deposit', '充值'],
  bankTransfer: ['Bank transfer', '银行转账'],
  submit: ['Submit for review', '提交审核'],
  wrongAmount: ['Please enter the correct amount', '请输入正确的金额'],
  noCurrency: ['Please select a currency type', '请选择币种'],
  noProof: ['Please upload your credentials first', '请先上传凭证'],
  specimen: ['Draw a specimen', '生成样本凭证'],
  uploaded: ['Uploaded', '已上传'],
  credited: ['MX$2,500.00 credited', 'MX$2,500.00 已入账'],
  addCard: ['Add card', '添加银行卡'],
  addAccount: ['Add account', '添加账户'],
  save: ['Save', '保存'],
  noBankName: ['Please enter bank name', '请输入银行名称'],
  fillPractice: ['Fill with practice card', '填入练习卡'],
  cardNumber: ['card number', '卡号'],
  noDigits: ['Enter 8 to 19 digits and nothing else', '请输入 8 至 19 位数字，不要包含其他字符'],
  looksReal: ['This number has the check digit of a real card', '该号码符合真实卡号的校验规则'],
  coinAddress: ['Wallet address', '钱包地址'],
  addressReal: ['This looks like an address of a real network', '这看起来是真实网络的地址'],
  fillOwn: ['Fill with my practice address', '填入我的练习地址'],
  withdrawAmount: ['Amount to withdraw', '提现金额'],
  review: ['Review', '下一步'],
  payPassword: ['Transaction password', '交易密码'],
  confirm: ['Withdraw now', '确认提现'],
  wrongPayPassword: ['Incorrect transaction password', '交易密码错误'],
  underReview: ['Pending review', '待审核'],
  paid: ['Paid', '已完成'],
  threeOfThree: ['3 of 3', '3 / 3'],
  done: ['Done', '完成'],
  verifyFirst: ['Complete identity verification first', '请先完成身份认证'],
  verifyNow: ['Verify identity', '去认证'],
  remove: ['Remove card', '删除银行卡'],
} as const satisfies Record<string, readonly [string, string]>

export type FundingWords = Readonly<Record<keyof typeof pairs, string>>

export function fundingWords(language: (typeof languages)[number]): FundingWords {
  const at = languages.indexOf(language)
  return Object.fromEntries(Object.entries(pairs).map(([word, pair]) => [word, pair[at]])) as FundingWords
}
