import type { Text } from '#text.ts'

/** Labels of the fields of these requests, by wire name. */
export const accountLabels: Readonly<Record<string, Text>> = {
  additionalAddress: { en: 'additional address', zh: '附加地址' },
  agree: { en: 'agreement', zh: '同意协议' },
  confirmPassword: { en: 'new password again', zh: '确认新密码' },
  confirmPayPassword: { en: 'transaction password again', zh: '确认交易密码' },
  country: { en: 'country', zh: '国家' },
  credential: { en: 'passkey', zh: '通行密钥' },
  email: { en: 'email', zh: '邮箱' },
  emailCode: { en: 'email verification code', zh: '邮箱验证码' },
  invitationCode: { en: 'invitation code', zh: '邀请码' },
  lang: { en: 'language', zh: '语言' },
  name: { en: 'name', zh: '名称' },
  newPassword: { en: 'new password', zh: '新密码' },
  oldPassword: { en: 'current password', zh: '原密码' },
  oldPayPassword: { en: 'current transaction password', zh: '原交易密码' },
  password: { en: 'password', zh: '密码' },
  passwordConfirm: { en: 'password again', zh: '确认密码' },
  payPassword: { en: 'transaction password', zh: '交易密码' },
  phoneNumber: { en: 'phone number', zh: '电话号码' },
  socialSecurityNumber: { en: 'social security number', zh: '社会安全号码' },
  stateProvince: { en: 'state or province', zh: '州或省' },
  streetAddress: { en: 'street address', zh: '街道地址' },
  username: { en: 'user ID', zh: '用户名' },
  userType: { en: 'account type', zh: '账户类型' },
}
