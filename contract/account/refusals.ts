import type { PasswordRule } from '@mex/core/account/passwords.ts'
import type { AccountRefusal } from '@mex/core/account/refusals.ts'

import { refusal, type RefusalText, type Text } from '#text.ts'

/** The numbers and texts of refusals about an account (specification, calls B). */
export const accountRefusals: Readonly<Record<AccountRefusal, RefusalText>> = {
  wrong_credentials: refusal(1100, 'Incorrect username or password', '用户名或密码错误'),
  too_many_attempts: refusal(1101, 'Too many attempts. Try again in {m} minutes', '尝试次数过多，请在 {m} 分钟后重试'),
  username_taken: refusal(1102, 'User ID already taken', '用户名已被使用'),
  email_taken: refusal(1103, 'Email already registered', '该邮箱已注册'),
  code_incorrect: refusal(1104, 'Incorrect verification code', '验证码错误'),
  code_expired: refusal(1105, 'Verification code expired', '验证码已过期'),
  code_too_soon: refusal(1106, 'Please wait {s} seconds', '请等待 {s} 秒'),
  password_format: refusal(1107, 'Password format is wrong: {rule}', '密码格式错误：{rule}'),
  passwords_differ: refusal(1108, 'The two passwords do not match', '两次输入的密码不一致'),
  wrong_password: refusal(1109, 'Incorrect current password', '当前密码错误'),
  invitation_invalid: refusal(1110, 'Invalid invitation code', '邀请码无效'),
  security_number_real: refusal(
    1111,
    'Use a fictitious social security number (for example 666-12-3456)',
    '请使用虚构的社会安全号码（例如 666-12-3456）',
  ),
  pay_password_missing: refusal(1112, 'Set a transaction password first', '请先设置交易密码'),
  pay_password_wrong: refusal(
    1113,
    'Incorrect transaction password, {n} attempts left',
    '交易密码错误，还可尝试 {n} 次',
  ),
  pay_password_locked: refusal(1114, 'Transaction password locked until {t}', '交易密码已锁定至 {t}'),
  pay_password_exists: refusal(1115, 'A transaction password already exists', '已设置交易密码'),
  agreement_missing: refusal(1116, 'Please agree to the user agreement first', '请先同意用户协议'),
  passkey_invalid: refusal(1120, 'This passkey was not accepted, please try again', '通行密钥未通过验证，请重试'),
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
