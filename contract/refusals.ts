import type { PasswordRule } from '@mex/core/account/passwords.ts'
import type { GeneralRefusal, Refusal, RefusalWord } from '@mex/core/refusal.ts'

import { accountMissingTexts, accountRefusals, passwordRules } from './account/refusals.ts'
import { alertsRefusals } from './alerts/refusals.ts'
import { blocksRefusals } from './blocks/refusals.ts'
import { bondsMissingTexts, bondsRefusals } from './bonds/refusals.ts'
import { contentRefusals } from './content/refusals.ts'
import { followRefusals } from './follow/refusals.ts'
import { fundingMissingTexts, fundingRefusals } from './funding/refusals.ts'
import { kycMissingTexts, kycRefusals } from './kyc/refusals.ts'
import { marketRefusals } from './market/refusals.ts'
import { offeringsRefusals } from './offerings/refusals.ts'
import { quantifyRefusals } from './quantify/refusals.ts'
import { robotsRefusals } from './robots/refusals.ts'
import { tradingRefusals } from './trading/refusals.ts'
import { walletRefusals } from './wallet/refusals.ts'
import { watchlistRefusals } from './watchlist/refusals.ts'
import { labelOf } from './labels.ts'
import type { Language } from './language.ts'
import { textIn, refusal, type RefusalText, type Text, type Traditional } from './text.ts'

const generalRefusals: Readonly<Record<GeneralRefusal, RefusalText>> = {
  invalid_parameter: refusal(1000, 'Invalid parameter: {field}', '参数无效：{field}'),
  missing_field: refusal(1001, 'Please enter {label}', '请输入{label}'),
  incorrect_amount: refusal(1002, 'Please enter the correct amount', '请输入正确的金额'),
  not_found: refusal(1003, 'Not found', '未找到'),
  wrong_state: refusal(1004, 'Not possible in the current state', '当前状态下无法执行'),
  too_many_requests: refusal(1005, 'Too many requests, please try again later', '请求过于频繁，请稍后再试'),
  duplicate_request: refusal(1006, 'Duplicate request', '重复的请求'),
  request_key_reused: refusal(1007, 'This request key was used with other content', '该请求标识已用于其他内容'),
  unavailable: refusal(1008, 'This service is temporarily unavailable', '该服务暂时不可用'),
  file_too_large: refusal(1009, 'The size cannot exceed {n}M', '大小不能超过 {n}M'),
  upload_failed: refusal(1010, 'Upload Fail', '上传失败'),
  try_again: refusal(1011, 'Please try again', '请重试'),
  text_too_long: refusal(1012, 'At most {n} characters', '最多 {n} 个字符'),
}

/** The number and the texts of every refusal (specification, calls B). `{field}`, `{label}` and `{rule}` are replaced by their texts. */
export const refusals: Readonly<Record<RefusalWord, RefusalText>> = {
  ...generalRefusals,
  ...accountRefusals,
  ...kycRefusals,
  ...walletRefusals,
  ...fundingRefusals,
  ...marketRefusals,
  ...tradingRefusals,
  ...offeringsRefusals,
  ...blocksRefusals,
  ...bondsRefusals,
  ...quantifyRefusals,
  ...followRefusals,
  ...robotsRefusals,
  ...contentRefusals,
  ...alertsRefusals,
  ...watchlistRefusals,
}

/** Fields whose absence has its own words in the spec. */
export const missingTexts: Readonly<Record<string, Text>> = {
  ...accountMissingTexts,
  ...kycMissingTexts,
  ...fundingMissingTexts,
  ...bondsMissingTexts,
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
  contract_ended: {
    en: 'Trading in this contract has ended. It settles within minutes, which frees its margin',
    zh: '该合约已停止交易，将在几分钟内结算，保证金随后释放',
  },
  storage_low: {
    en: 'The server is almost out of storage space, so nothing new can be saved for now. What you have is safe, and you can still close positions and cancel orders',
    zh: '服务器存储空间即将用尽，暂时无法保存新内容。您已有的一切都是安全的，仍可平仓和撤单',
  },
}

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

/** The text of a refusal in a language. */
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
