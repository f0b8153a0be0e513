import type { PasswordRule } from '@mex/core/account/passwords.ts'
import type { AccountRefusal } from '@mex/core/account/refusals.ts'

import type { RefusalText, Text } from '#text.ts'

/** The numbers and texts of refusals about an account (specification, calls B). */
export const accountRefusals: Readonly<Record<AccountRefusal, RefusalText>> = {
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
}

/** Fields whose absence has its own words in the spec. */
export const accountMissingTexts: Readonly<Record<string, Text>> = {
  email: { en: 'Please Enter Email', zh: '请输入邮箱' },
  username: { en: 'Please Enter User ID', zh: '请输入用户名' },
  emailCode: { en: 'Please Enter Email Verification Code', zh: '请输入邮箱验证码' },
  password: { en: 'Please Enter Password', zh: '请输入密码' },
  newPassword: { en: 'Please Enter New Password', zh: '请输入新密码' },
  country: { en: 'Please Select Country', zh: '请选择国家' },
  payPassword: { en: 'Please enter the transaction password', zh: '请输入交易密码' },
}

/** Why a password is refused (rulebook §4.5, §34-12): the word in a refusal's `rule`, and its text. */
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
