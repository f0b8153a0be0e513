import { formatMoney, type Money } from '@mex/core/money/money.ts'

import type { Language } from '#language.ts'
import { textIn, type Text, type Traditional } from '#text.ts'

/** What a message is about (rulebook §29). */
export const messageTypes = [
  'KYC',
  'SERVICE',
  'DEPOSIT',
  'WITHDRAW',
  'TRANSFER',
  'ORDER',
  'MARGIN_CALL',
  'LIQUIDATION',
  'CORPORATE_ACTION',
  'EXPIRY',
  'IPO',
  'PLACING',
  'BOND',
  'FOLLOW',
  'QUANT',
  'ROBOT',
  'SECURITY',
  'SYSTEM',
] as const
export type MessageType = (typeof messageTypes)[number]

/** Why somebody's papers, money or wishes were refused; a message keeps the word and says the text. */
export const messageReasons = {
  INCOMPLETE: { en: 'something was missing', zh: '资料不完整' },
  IMAGE_UNREADABLE: { en: 'the picture could not be read', zh: '图片无法识别' },
  COUNTRY: { en: 'the country is not on our list', zh: '国家或地区不在支持范围内' },
  DOCUMENT_NUMBER: {
    en: 'the document number is not a fictitious one (SIM…)',
    zh: '证件号码不是虚构号码（应以 SIM 开头）',
  },
  DUPLICATE_PERSON: { en: 'another account has used the same document', zh: '该证件已被其他账户使用' },
  KYC: { en: 'your identity is not verified yet', zh: '尚未完成身份认证' },
  RISK_NOT_ACKNOWLEDGED: { en: 'the risks were not acknowledged', zh: '尚未确认风险提示' },
  NO_TRANSACTION: { en: 'no transaction arrived within 24 hours', zh: '24 小时内未收到对应交易' },
  DAILY_LIMIT: { en: 'it goes beyond the limit of the day', zh: '超出当日限额' },
  TARGET_REMOVED: { en: 'the card or address was removed', zh: '收款卡或地址已删除' },
  TARGET_INVALID: { en: 'the card or address is not valid', zh: '收款卡或地址无效' },
  CHAIN_UNAVAILABLE: { en: 'the test network was not available', zh: '测试网络不可用' },
  PAYOUT_FAILED: { en: 'the payment failed', zh: '付款未成功' },
} as const satisfies Readonly<Record<string, Text>>
export type MessageReason = keyof typeof messageReasons

type Kind = { readonly title: Text; readonly content: Text }

/** What each kind of message says; `{name}` is a value that comes with it, `{reason}` one of the reasons above. */
export const messageKinds = {
  welcome: {
    title: { en: 'Welcome to practice trading', zh: '欢迎开始模拟交易' },
    content: {
      en: 'Your practice accounts are ready, and simulated money is in them. Prices are those of a market for practice, and nothing here is worth real money: take your time, try things out, and look at the articles under Learn when something is new to you. Messages about your account arrive here.',
      zh: '您的练习账户已开通，并已存入模拟资金。这里的行情用于练习，所有资金均无真实价值：您可以慢慢来，多尝试；遇到不熟悉的内容，可以阅读“学习”栏目的文章。与账户有关的消息都会发送到这里。',
    },
  },
  kyc_under_review: {
    title: { en: 'Identity verification under review', zh: '身份认证审核中' },
    content: {
      en: 'We have what you sent and are looking at it. This takes up to 24 hours; you will find the result here.',
      zh: '我们已收到您提交的资料，正在审核，最长需要 24 小时，结果会在这里通知您。',
    },
  },
  kyc_verified: {
    title: { en: 'Your identity is verified', zh: '身份认证已通过' },
    content: {
      en: 'Withdrawals, new stocks, placings and block trading are now open to you. The pictures that you sent are deleted within 30 days.',
      zh: '您现在可以使用提现、新股申购、配售和大宗交易。您提交的图片将在 30 天内删除。',
    },
  },
  kyc_refused: {
    title: { en: 'Identity verification was not successful', zh: '身份认证未通过' },
    content: {
      en: 'We could not verify your identity: {reason}. You can correct it and send it again under Account.',
      zh: '身份认证未通过，原因：{reason}。您可以在“我的”中修改后重新提交。',
    },
  },
  block_opened: {
    title: { en: 'Block trading is open to you', zh: '大宗交易权限已开通' },
    content: {
      en: 'You can now take part in block trades. Shares bought in a block are locked for a time, which the offer states.',
      zh: '您现在可以参与大宗交易。通过大宗交易买入的股票有锁定期，具体以该项交易的说明为准。',
    },
  },
  block_refused: {
    title: { en: 'Block trading was not opened', zh: '大宗交易权限未开通' },
    content: {
      en: 'The permission for block trading was not given: {reason}. You can apply again when that has changed.',
      zh: '大宗交易权限申请未通过，原因：{reason}。情况变化后可以重新申请。',
    },
  },
  deposit_seen: {
    title: { en: 'Deposit on its way', zh: '充值到账中' },
    content: {
      en: 'The test network shows a transaction of {amount} to your address. It is credited after {confirmations} confirmations.',
      zh: '测试网络上出现一笔转入您地址的交易：{amount}。经过 {confirmations} 次确认后入账。',
    },
  },
  deposit_credited: {
    title: { en: 'Deposit credited', zh: '充值已入账' },
    content: {
      en: '{amount} arrived, and {credited} of simulated money was added to your funding account.',
      zh: '已收到 {amount}，{credited} 模拟资金已存入您的资金账户。',
    },
  },
  deposit_below_minimum: {
    title: { en: 'Deposit below the minimum', zh: '充值低于最低金额' },
    content: {
      en: '{amount} arrived, but the minimum is {minimum}. As the deposit page says, such a deposit is neither credited nor refunded.',
      zh: '已收到 {amount}，但最低充值金额为 {minimum}。如充值页面所述，低于最低金额的充值不予入账，也不退回。',
    },
  },
  deposit_dropped: {
    title: { en: 'Deposit dropped by the network', zh: '充值已被网络撤回' },
    content: {
      en: 'The test network has taken back the transaction of {amount} before it was confirmed. Nothing was credited.',
      zh: '金额为 {amount} 的交易在确认之前被测试网络撤回，未入账。',
    },
  },
  deposit_reorganised: {
    title: { en: 'A credited deposit was taken back by the network', zh: '已入账的充值被网络撤回' },
    content: {
      en: 'The test network has taken back a transaction of {amount} that had been credited already. You keep the money: our reserve carries it.',
      zh: '一笔已入账的交易（{amount}）被测试网络撤回。款项仍归您所有，由平台的准备金承担。',
    },
  },
  deposit_without_transaction: {
    title: { en: 'Deposit not found', zh: '未找到充值交易' },
    content: {
      en: 'You told us of a deposit, but {reason}. Nothing was credited. If it arrives later it is credited all the same.',
      zh: '您申报了一笔充值，但{reason}，因此未入账。如果之后到账，仍会正常入账。',
    },
  },
  fiat_approved: {
    title: { en: 'Fiat deposit credited', zh: '法币充值已入账' },
    content: {
      en: 'Your simulated deposit of {amount} was approved, and {credited} was added to your funding account.',
      zh: '您的模拟法币充值 {amount} 已通过，{credited} 已存入您的资金账户。',
    },
  },
  fiat_refused: {
    title: { en: 'Fiat deposit was not accepted', zh: '法币充值未通过' },
    content: {
      en: 'Your simulated deposit of {amount} was not accepted: {reason}. You can send it again.',
      zh: '您的模拟法币充值 {amount} 未通过，原因：{reason}。您可以重新提交。',
    },
  },
  withdrawal_applied: {
    title: { en: 'Withdrawal requested', zh: '提现申请已提交' },
    content: {
      en: '{amount} is set aside for your withdrawal. If you did not ask for it, change your password at once and end the other sessions under Account.',
      zh: '已为您的提现冻结 {amount}。如果不是您本人操作，请立即修改密码，并在“我的”中结束其他登录。',
    },
  },
  withdrawal_paid: {
    title: { en: 'Withdrawal paid', zh: '提现已完成' },
    content: {
      en: '{paid} of simulated money went to {target}, for {amount} of your funding account.',
      zh: '{paid} 模拟资金已付至 {target}，从资金账户扣除 {amount}。',
    },
  },
  withdrawal_returned: {
    title: { en: 'Withdrawal returned', zh: '提现已退回' },
    content: {
      en: 'Your withdrawal was not paid: {reason}. {amount} is back in your funding account.',
      zh: '提现未能完成，原因：{reason}。{amount} 已退回您的资金账户。',
    },
  },
  transfer_settled: {
    title: { en: 'Transfer settled', zh: '划转已完成' },
    content: {
      en: '{sent} left one of your accounts, and {received} arrived in the other.',
      zh: '转出 {sent}，转入账户收到 {received}。',
    },
  },
  password_changed: {
    title: { en: 'Your password was changed', zh: '登录密码已修改' },
    content: {
      en: 'The password that you sign in with was changed. If it was not you, reset it at once by e-mail.',
      zh: '您的登录密码已修改。如果不是您本人操作，请立即通过邮箱重置密码。',
    },
  },
  password_reset: {
    title: { en: 'Your password was reset', zh: '登录密码已重置' },
    content: {
      en: 'The password that you sign in with was reset by e-mail, and all other sessions have ended. For your protection there are no withdrawals for {hours} hours.',
      zh: '您的登录密码已通过邮箱重置，其他登录均已结束。为保护您的账户，{hours} 小时内不能提现。',
    },
  },
  pay_password_set: {
    title: { en: 'Transaction password set', zh: '交易密码已设置' },
    content: {
      en: 'A transaction password was set. It is asked for when you withdraw.',
      zh: '交易密码已设置，提现时需要输入。',
    },
  },
  pay_password_changed: {
    title: { en: 'Transaction password changed', zh: '交易密码已修改' },
    content: {
      en: 'Your transaction password was changed. If it was not you, change your login password and reset it by e-mail.',
      zh: '您的交易密码已修改。如果不是您本人操作，请修改登录密码，并通过邮箱重置交易密码。',
    },
  },
  pay_password_reset: {
    title: { en: 'Transaction password reset', zh: '交易密码已重置' },
    content: {
      en: 'Your transaction password was reset by e-mail. For your protection there are no withdrawals for {hours} hours.',
      zh: '您的交易密码已通过邮箱重置。为保护您的账户，{hours} 小时内不能提现。',
    },
  },
  signed_in: {
    title: { en: 'Sign-in on another device', zh: '新设备登录' },
    content: {
      en: 'Your account was opened on another device: {device}. If it was not you, change your password and end that session under Account.',
      zh: '您的账户在另一台设备上登录：{device}。如果不是您本人操作，请修改密码，并在“我的”中结束该登录。',
    },
  },
  passkey_added: {
    title: { en: 'Passkey added', zh: '已添加通行密钥' },
    content: {
      en: 'The passkey “{name}” can now open your account. If you did not add it, remove it under Account and change your password.',
      zh: '通行密钥“{name}”现在可以登录您的账户。如果不是您本人添加，请在“我的”中删除它并修改密码。',
    },
  },
  passkey_removed: {
    title: { en: 'Passkey removed', zh: '已删除通行密钥' },
    content: {
      en: 'The passkey “{name}” does not open your account any more.',
      zh: '通行密钥“{name}”已不能再登录您的账户。',
    },
  },
  operator_replied: {
    title: { en: 'You have an answer in the chat', zh: '客服已回复您' },
    content: {
      en: 'Whoever runs this server has answered you. You find the answer under Customer service in the Account tab.',
      zh: '服务器的运营者已答复您的问题，请在“我的”的在线客服中查看。',
    },
  },
  practice_reset: {
    title: { en: 'Your practice has started again', zh: '练习已重新开始' },
    content: {
      en: 'All positions are closed, and every account has the simulated money that a new account has. What happened before stays in your history.',
      zh: '所有持仓均已平仓，各账户已重新存入新账户的模拟资金。此前发生的一切仍保留在您的历史记录中。',
    },
  },
  margin_call: {
    title: { en: 'Margin call', zh: '追加保证金通知' },
    content: {
      en: 'Your position in {code} is close to its liquidation price. You can add margin, close part of it, or let it be: at the liquidation price it is closed, and you lose at most its margin.',
      zh: '您的 {code} 持仓已接近强平价。您可以追加保证金、部分平仓，或不做处理：触及强平价时持仓将被平掉，亏损以该持仓的保证金为限。',
    },
  },
  liquidation: {
    title: { en: 'Position liquidated', zh: '持仓已被强制平仓' },
    content: {
      en: 'Your position in {code} was closed because its margin was used up by the loss. The quote that decided was {quote}; it can be checked by anyone.',
      zh: '由于亏损已耗尽保证金，您的 {code} 持仓已被强制平仓。触发的报价为 {quote}，任何人都可以核验。',
    },
  },
} as const satisfies Readonly<Record<string, Kind>>
export type MessageKind = keyof typeof messageKinds

type Places<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Places<Rest>
  : never
type PlacesOf<Name extends MessageKind> =
  | Places<(typeof messageKinds)[Name]['title']['en']>
  | Places<(typeof messageKinds)[Name]['content']['en']>

/** A value of a text: the same in every language, or one for each. */
export type MessageValue = string | Text
type ValuesOf<Name extends string> = {
  readonly [Place in Name]: Place extends 'reason' ? MessageReason : MessageValue
}

/** The kind of a message and the values of its text: what is kept, and said anew in each reader's language. */
export type MessageSubject = {
  [Name in MessageKind]: [PlacesOf<Name>] extends [never]
    ? { readonly kind: Name; readonly values?: undefined }
    : { readonly kind: Name; readonly values: ValuesOf<PlacesOf<Name>> }
}[MessageKind]

/** Money as a message writes it: `1,234.50 MXN`. */
export const moneyInMessage = (amount: Money, currency: string): string =>
  `${formatMoney(amount).replaceAll(/\B(?=(\d{3})+\.)/g, ',')} ${currency}`

const unknown: Kind = {
  title: { en: 'Message', zh: '消息' },
  content: { en: 'This message belongs to a newer version.', zh: '这条消息来自更新的版本。' },
}

const hasReason = (word: string): word is MessageReason => Object.hasOwn(messageReasons, word)

/** The title and the content of a message in the reader's language. A kind that is not known is said to be. */
export function messageText(
  kind: string,
  values: Readonly<Record<string, MessageValue>>,
  language: Language,
  traditional?: Traditional,
): { readonly title: string; readonly content: string } {
  const known: Kind = Object.hasOwn(messageKinds, kind) ? messageKinds[kind as MessageKind] : unknown
  const filled = Object.fromEntries(
    Object.entries(values).map(([place, given]) => {
      const text = place === 'reason' && typeof given === 'string' && hasReason(given) ? messageReasons[given] : given
      return [place, typeof text === 'string' ? text : textIn(text, language, traditional)]
    }),
  )
  return {
    title: textIn(known.title, language, traditional, filled),
    content: textIn(known.content, language, traditional, filled),
  }
}
