import type { PasswordRule } from '@mex/core/account/passwords.ts'
import type { Refusal, RefusalWord } from '@mex/core/refusal.ts'

import { labelOf } from './labels.ts'
import type { Language } from './language.ts'
import { textIn, type Text, type Traditional } from './text.ts'

type Entry = Text & { readonly code: number }

/** The number and the texts of every refusal (specification, calls B). `{field}`, `{label}` and `{rule}` are said in words. */
export const refusals: Readonly<Record<RefusalWord, Entry>> = {
  invalid_parameter: { code: 1000, en: 'Invalid parameter: {field}', zh: '参数无效：{field}' },
  missing_field: { code: 1001, en: 'Please enter {label}', zh: '请输入{label}' },
  incorrect_amount: { code: 1002, en: 'Please enter the correct amount', zh: '请输入正确的金额' },
  not_found: { code: 1003, en: 'Not found', zh: '未找到' },
  wrong_state: { code: 1004, en: 'Not possible in the current state', zh: '当前状态下无法执行' },
  too_many_requests: { code: 1005, en: 'Too many requests, please try again later', zh: '请求过于频繁，请稍后再试' },
  duplicate_request: { code: 1006, en: 'Duplicate request', zh: '重复的请求' },
  request_key_reused: {
    code: 1007,
    en: 'This request key was used with other content',
    zh: '该请求标识已用于其他内容',
  },
  unavailable: { code: 1008, en: 'This service is temporarily unavailable', zh: '该服务暂时不可用' },
  file_too_large: { code: 1009, en: 'The size cannot exceed {n}M', zh: '大小不能超过 {n}M' },
  upload_failed: { code: 1010, en: 'Upload Fail', zh: '上传失败' },
  try_again: { code: 1011, en: 'Please try again', zh: '请重试' },
  text_too_long: { code: 1012, en: 'At most {n} characters', zh: '最多 {n} 个字符' },
  wrong_credentials: { code: 1100, en: 'Incorrect username or password', zh: '用户名或密码错误' },
  too_many_attempts: {
    code: 1101,
    en: 'Too many attempts. Try again in {m} minutes',
    zh: '尝试次数过多，请在 {m} 分钟后重试',
  },
  username_taken: { code: 1102, en: 'User ID already taken', zh: '用户名已被使用' },
  email_taken: { code: 1103, en: 'Email already registered', zh: '该邮箱已注册' },
  code_incorrect: { code: 1104, en: 'Incorrect verification code', zh: '验证码错误' },
  code_expired: { code: 1105, en: 'Verification code expired', zh: '验证码已过期' },
  code_too_soon: { code: 1106, en: 'Please wait {s} seconds', zh: '请等待 {s} 秒' },
  password_format: { code: 1107, en: 'Password format is wrong: {rule}', zh: '密码格式错误：{rule}' },
  passwords_differ: { code: 1108, en: 'The two passwords do not match', zh: '两次输入的密码不一致' },
  wrong_password: { code: 1109, en: 'Incorrect current password', zh: '当前密码错误' },
  invitation_invalid: { code: 1110, en: 'Invalid invitation code', zh: '邀请码无效' },
  security_number_real: {
    code: 1111,
    en: 'Use a fictitious social security number (for example 666-12-3456)',
    zh: '请使用虚构的社会安全号码（例如 666-12-3456）',
  },
  pay_password_missing: { code: 1112, en: 'Set a transaction password first', zh: '请先设置交易密码' },
  pay_password_wrong: {
    code: 1113,
    en: 'Incorrect transaction password, {n} attempts left',
    zh: '交易密码错误，还可尝试 {n} 次',
  },
  pay_password_locked: { code: 1114, en: 'Transaction password locked until {t}', zh: '交易密码已锁定至 {t}' },
  pay_password_exists: { code: 1115, en: 'A transaction password already exists', zh: '已设置交易密码' },
  agreement_missing: { code: 1116, en: 'Please agree to the user agreement first', zh: '请先同意用户协议' },
  passkey_invalid: {
    code: 1120,
    en: 'This passkey was not accepted, please try again',
    zh: '通行密钥未通过验证，请重试',
  },
  verification_missing: { code: 1200, en: 'Complete identity verification first', zh: '请先完成身份认证' },
  verification_pending: { code: 1201, en: 'Identity verification under review', zh: '身份认证审核中' },
  already_verified: { code: 1202, en: 'Already verified', zh: '已完成认证' },
  document_number_real: {
    code: 1203,
    en: 'Use a fictitious document number (SIM…)',
    zh: '请使用虚构的证件号码（SIM…）',
  },
  submissions_used_up: { code: 1204, en: 'Daily submission limit reached', zh: '今日提交次数已达上限' },
  permission_missing: {
    code: 1210,
    en: 'Block trading is not open, apply for activation',
    zh: '大宗交易未开通，请申请开通',
  },
  permission_pending: { code: 1211, en: 'Application under review', zh: '申请审核中' },
  permission_open: { code: 1212, en: 'Already open', zh: '已开通' },
  insufficient_balance: { code: 1300, en: 'Insufficient balance', zh: '余额不足' },
  unknown_wallet: { code: 1301, en: 'Unknown wallet', zh: '未知的账户' },
  wallets_equal: {
    code: 1302,
    en: 'Choose two different accounts, one of them the funding account',
    zh: '请选择两个不同的账户，其中一个须为资金账户',
  },
  transfer_settled: { code: 1303, en: 'Transfer already completed', zh: '划转已完成' },
  not_settled: { code: 1304, en: '{amount} is not settled until {date}', zh: '{amount} 将于 {date} 完成交收' },
  currency_missing: { code: 1310, en: 'Please select a currency type', zh: '请选择币种' },
  proof_missing: { code: 1311, en: 'Please upload your credentials first', zh: '请先上传凭证' },
  deposit_too_small: {
    code: 1312,
    en: 'Minimum deposit is {n}; smaller deposits are not refunded',
    zh: '最低入金为 {n}，低于该金额不予退还',
  },
  amount_above_limit: { code: 1313, en: 'Amount above the limit', zh: '金额超过上限' },
  card_missing: { code: 1320, en: 'Please select a bank card first', zh: '请先选择银行卡' },
  address_invalid: { code: 1321, en: 'Address not valid for {network}', zh: '该地址不适用于 {network}' },
  withdrawal_too_small: { code: 1322, en: 'Minimum withdrawal is {n}', zh: '最低提现金额为 {n}' },
  daily_limit: { code: 1323, en: 'Daily limit reached', zh: '已达每日上限' },
  withdrawals_paused: {
    code: 1324,
    en: 'Withdrawals are paused until {t} after a security change',
    zh: '因安全信息变更，提现暂停至 {t}',
  },
  card_number_real: {
    code: 1330,
    en: 'This looks like a real card number; use a test number',
    zh: '该号码像是真实卡号，请使用测试卡号',
  },
  too_many_cards: { code: 1331, en: 'At most {n} cards', zh: '最多 {n} 张卡' },
  card_in_use: { code: 1332, en: 'Card is used by a pending withdrawal', zh: '该卡正用于处理中的提现' },
  unknown_instrument: { code: 1400, en: 'Unknown instrument', zh: '未知的交易品种' },
  quote_unavailable: { code: 1401, en: 'Quote unavailable', zh: '暂无报价' },
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
  chat_muted: { code: 2700, en: 'Chat is muted until {t}', zh: '聊天已禁言至 {t}' },
}

/** Fields whose absence has its own words in the spec. */
export const missingTexts: Readonly<Record<string, Text>> = {
  email: { en: 'Please Enter Email', zh: '请输入邮箱' },
  username: { en: 'Please Enter User ID', zh: '请输入用户名' },
  emailCode: { en: 'Please Enter Email Verification Code', zh: '请输入邮箱验证码' },
  password: { en: 'Please Enter Password', zh: '请输入密码' },
  newPassword: { en: 'Please Enter New Password', zh: '请输入新密码' },
  country: { en: 'Please Select Country', zh: '请选择国家' },
  bankName: { en: 'Please enter bank name', zh: '请输入银行名称' },
  accountName: { en: 'Please Input Bank Account Name', zh: '请输入银行账户名' },
  payPassword: { en: 'Please enter the transaction password', zh: '请输入交易密码' },
  address: { en: 'Please enter your wallet address', zh: '请输入钱包地址' },
  'documentNumber.identity_card': { en: 'Please Enter ID Card Number', zh: '请输入身份证号码' },
  'documentNumber.passport': { en: 'Please Enter Passport Number', zh: '请输入护照号码' },
  'documentNumber.driving_licence': { en: 'Please Enter Driving Licence Number', zh: '请输入驾驶证号码' },
  frontImage: { en: 'Please Upload Image', zh: '请上传图片' },
  backImage: { en: 'Please Upload Image', zh: '请上传图片' },
  passportImage: { en: 'Please Upload Image', zh: '请上传图片' },
  licenseImage: { en: 'Please Upload Image', zh: '请上传图片' },
  corporateAccountImage: { en: 'Please Upload Image', zh: '请上传图片' },
}

/** Refusals that say more than their word: by the `reason` among their values. */
export const reasonTexts: Readonly<Record<string, Text>> = {
  network_guests: {
    en: 'Your network has opened {n} guest accounts today, which is the limit. Register with your email, or try again tomorrow',
    zh: '您所在的网络今天已开通 {n} 个游客账户，已达上限。请用邮箱注册，或明天再试',
  },
  network_uploads: {
    en: 'Your network has uploaded {n} MB of pictures today, which is the limit. Please try again tomorrow',
    zh: '您所在的网络今天已上传 {n} MB 图片，已达上限，请明天再试',
  },
  storage_low: {
    en: 'The server is almost out of storage space, so nothing new can be saved for now. What you have is safe, and you can still close positions and cancel orders',
    zh: '服务器存储空间即将用尽，暂时无法保存新内容。您已有的一切都是安全的，仍可平仓和撤单',
  },
}

/** Why a password is refused (rulebook §4.5, §34-12): the word in a refusal's `rule`, and what it says. */
export const passwordRules = {
  registration: {
    en: '4 to 50 letters, digits or !@#$%^&*-_™€<>+=',
    zh: '4 至 50 位字母、数字或 !@#$%^&*-_™€<>+=',
  },
  change: { en: '6 to 20 letters, digits or !@#$%^&*-_™€<>+=', zh: '6 至 20 位字母、数字或 !@#$%^&*-_™€<>+=' },
  company: { en: '8 to 20 letters and digits', zh: '8 至 20 位字母和数字' },
  strict: { en: '8 to 128 characters', zh: '8 至 128 个字符' },
  common: { en: 'it is too common', zh: '该密码过于常见' },
  pay: { en: '6 to 20 characters', zh: '6 至 20 个字符' },
  same_as_login: { en: 'it must differ from the login password', zh: '不得与登录密码相同' },
  same_as_old: { en: 'it must differ from the current password', zh: '不得与原密码相同' },
  same_as_name: { en: 'it must differ from the user ID and the email', zh: '不得与用户名或邮箱相同' },
} as const satisfies Record<PasswordRule, Text>

const systemTexts = {
  200: { en: 'Success', zh: '成功' },
  401: { en: 'Login Expired', zh: '登录已过期' },
  403: { en: 'Login Expired', zh: '登录已过期' },
  404: { en: 'The URL does not exist', zh: '请求的地址不存在' },
  413: { en: 'The request is too large', zh: '请求内容过大' },
  421: {
    en: 'This server does not answer to this host name. Whoever runs it can allow the name with PUBLIC_HOST',
    zh: '此服务器不接受该主机名。管理员可通过 PUBLIC_HOST 允许该名称',
  },
  500: { en: 'network error', zh: '网络错误' },
  503: { en: 'Under maintenance', zh: '系统维护中' },
} as const satisfies Record<number, Text>
/** Answers that are not about the business: the code is the HTTP status too. */
export type SystemCode = keyof typeof systemTexts

export const isRefusalWord = (text: string): text is RefusalWord => Object.hasOwn(refusals, text)
export const refusalCode = (word: RefusalWord): number => refusals[word].code
/** The refusal with this code, for a client that was given the number; undefined for codes of other kinds. */
export const refusalOfCode = (code: number): RefusalWord | undefined =>
  Object.keys(refusals).find((word): word is RefusalWord => isRefusalWord(word) && refusals[word].code === code)

export const systemText = (code: SystemCode, language: Language, traditional?: Traditional): string =>
  textIn(systemTexts[code], language, traditional)

const isPasswordRule = (rule: string): rule is PasswordRule => Object.hasOwn(passwordRules, rule)

/** What a refusal says to a person. */
export function refusalText(
  { refused, field, values = {} }: Refusal,
  language: Language,
  traditional?: Traditional,
): string {
  // A number is called after the document that it is on.
  const name = values['document'] === undefined ? field : `${field ?? ''}.${values['document']}`
  const own = refused === 'missing_field' && name !== undefined && Object.hasOwn(missingTexts, name)
  const reason = values['reason']
  const special = own
    ? missingTexts[name]
    : reason !== undefined && Object.hasOwn(reasonTexts, reason)
      ? reasonTexts[reason]
      : undefined
  const text = special ?? refusals[refused]
  const label = labelOf(field, language, traditional)
  const said: Record<string, string> = { ...values, field: label, label }
  const rule = values['rule']
  if (rule !== undefined && isPasswordRule(rule)) said['rule'] = textIn(passwordRules[rule], language, traditional)
  return textIn(text, language, traditional, said)
}
