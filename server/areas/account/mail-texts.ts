import type { Language } from '@mex/contract/language.ts'
import { textIn, type Text, type Traditional } from '@mex/contract/text.ts'
import { settings } from '@mex/core/settings.ts'
import type { CodePurpose } from './codes.ts'

type MailText = { readonly subject: Text; readonly body: Text }

const ending: Text = {
  en: 'It is valid for {minutes} minutes and can be used once. If you did not ask for it, do nothing.\n\nSimulated money. Practice only.',
  zh: '验证码 {minutes} 分钟内有效，仅可使用一次。如果不是您本人操作，请忽略此邮件。\n\n模拟资金，仅供练习。',
}

const code = (en: string, zh: string): MailText => ({
  subject: { en: '{title} Practice: {code} is your verification code', zh: '{title} 练习：验证码 {code}' },
  body: { en: `${en}: {code}\n\n${ending.en}`, zh: `${zh}：{code}\n\n${ending.zh}` },
})

const texts: Readonly<Record<CodePurpose, MailText>> = {
  register: code('Your verification code for registration', '您的注册验证码'),
  resetPassword: code('Your verification code for a new password', '您重置密码的验证码'),
  payPassword: code('Your verification code for the transaction password', '您设置交易密码的验证码'),
}

const registered: MailText = {
  subject: { en: '{title} Practice: you already have an account', zh: '{title} 练习：您已注册' },
  body: {
    en: 'Somebody wants to register with this address, which has an account already. Sign in with it; if it was not you, do nothing.\n\nSimulated money. Practice only.',
    zh: '有人使用此邮箱申请注册，但该邮箱已有账户。请直接登录；如果不是您本人操作，请忽略此邮件。\n\n模拟资金，仅供练习。',
  },
}

/** The mail to the owner of an address; undefined when no mail is due: without an account no password can be reset. */
export function codeMail(given: {
  readonly purpose: CodePurpose
  readonly code: string
  readonly isKnown: boolean
  readonly title: string
  readonly language: Language
  readonly traditional: Traditional
}): { readonly subject: string; readonly body: string } | undefined {
  const { purpose, isKnown, title, language, traditional } = given
  if (purpose !== 'register' && !isKnown) return undefined
  const { subject, body } = purpose === 'register' && isKnown ? registered : texts[purpose]
  const values = { title, code: given.code, minutes: String(settings.emailCode.lifeMinutes) }
  return {
    subject: textIn(subject, language, traditional, values),
    body: textIn(body, language, traditional, values),
  }
}
