import { languages } from './words.ts'

/** What a person reads and presses about registration, passwords and invitations: [English, Simplified Chinese]. */
const pairs = {
  persona: ['Fill with a practice persona', '填入练习身份'],
  email: ['Email', '邮箱'],
  sendCode: ['Send code', '发送验证码'],
  fillCode: ['Fill in the code', '填入验证码'],
  code: ['Email verification code', '邮箱验证码'],
  username: ['Username', '用户名'],
  password: ['Password', '密码'],
  again: ['Password again', '确认密码'],
  agree: ['I agree', '我同意'],
  create: ['Create account', '创建账户'],
  number: ['Social security number', '社会安全号码'],
  drawNumber: ['Generate fictitious number', '生成虚构号码'],
  realNumber: ['Use a fictitious social security number', '请使用虚构的社会安全号码'],
  company: ['Company', '企业'],
  individual: ['Individual', '个人'],
  specimen: ['Use a sample marked SPECIMEN', '使用标有 SPECIMEN 的样图'],
  underReview: ['under review', '审核中'],
  registered: ['Register Success', '注册成功'],
  invitation: ['Invitation code (optional)', '邀请码（选填）'],
  name: ['User ID or email', '用户名或邮箱'],
  logIn: ['Log in', '登录'],
  logOut: ['Log out', '退出登录'],
  forgot: ['Forgot password?', '忘记密码？'],
  setPassword: ['Set new password', '设置新密码'],
  newPassword: ['New password', '新密码'],
  newAgain: ['New password again', '确认新密码'],
  oldPassword: ['Password until now', '原密码'],
  change: ['Change password', '修改密码'],
  changed: ['Password changed', '密码已修改'],
  pay: ['Transaction password', '交易密码'],
  payAgain: ['Transaction password again', '确认交易密码'],
  oldPay: ['Transaction password until now', '原交易密码'],
  setPay: ['Set transaction password', '设置交易密码'],
  changePay: ['Change transaction password', '修改交易密码'],
  payDone: ['Transaction password saved.', '交易密码已保存。'],
  isSet: ['Set', '已设置'],
  endSession: ['End the session of', '下线'],
  end: ['End', '下线'],
  addPasskey: ['Add a passkey', '添加通行密钥'],
  yourPassword: ['Your login password', '您的登录密码'],
  createPasskey: ['Create passkey', '创建通行密钥'],
  thisDevice: ['This device', '此设备'],
  byPasskey: ['Log in with a passkey', '使用通行密钥登录'],
  remove: ['Remove', '删除'],
  copyLink: ['Copy link', '复制链接'],
  copied: ['Copy Success', '复制成功'],
  tooMany: ['Too many attempts. Try again in', '尝试次数过多，请在'],
} as const satisfies Record<string, readonly [string, string]>
export type Texts = Readonly<Record<keyof typeof pairs, string>>

export function textsOf(language: (typeof languages)[number]): Texts {
  const at = languages.indexOf(language)
  return Object.fromEntries(Object.entries(pairs).map(([key, pair]) => [key, pair[at]])) as Texts
}
