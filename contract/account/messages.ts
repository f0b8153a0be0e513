import { message } from '#text.ts'

/** The message texts of this area. */
export const accountMessages = {
  welcome: message('Welcome to practice trading', '欢迎开始模拟交易', {
    en: 'Your practice accounts are ready, and simulated money is in them. Prices are those of a market for practice, and nothing here is worth real money: take your time, try things out, and look at the articles under Learn when something is new to you. Messages about your account arrive here.',
    zh: '您的模拟账户已开通，并已存入模拟资金。这里的行情用于练习，所有资金均无真实价值：您可以慢慢来，多尝试；遇到不熟悉的内容，可以阅读“学习”栏目的文章。与账户有关的消息都会发送到这里。',
  }),
  password_changed: message('Your password was changed', '登录密码已修改', {
    en: 'The password that you sign in with was changed. If it was not you, reset it at once by email.',
    zh: '您的登录密码已修改。如果不是您本人操作，请立即通过邮箱重置密码。',
  }),
  password_reset: message('Your password was reset', '登录密码已重置', {
    en: 'The password that you sign in with was reset by email, and all other sessions have ended. For your protection there are no withdrawals for {hours} hours.',
    zh: '您的登录密码已通过邮箱重置，其他登录均已结束。为保护您的账户，{hours} 小时内不能提现。',
  }),
  pay_password_set: message('Transaction password set', '交易密码已设置', {
    en: 'A transaction password was set. It is asked for when you withdraw.',
    zh: '交易密码已设置，提现时需要输入。',
  }),
  pay_password_changed: message('Transaction password changed', '交易密码已修改', {
    en: 'Your transaction password was changed. If it was not you, change your login password and reset it by email.',
    zh: '您的交易密码已修改。如果不是您本人操作，请修改登录密码，并通过邮箱重置交易密码。',
  }),
  pay_password_reset: message('Transaction password reset', '交易密码已重置', {
    en: 'Your transaction password was reset by email. For your protection there are no withdrawals for {hours} hours.',
    zh: '您的交易密码已通过邮箱重置。为保护您的账户，{hours} 小时内不能提现。',
  }),
  signed_in: message('Sign-in on another device', '新设备登录', {
    en: 'Your account was opened on another device: {device}. If it was not you, change your password and end that session under Settings › Security.',
    zh: '您的账户在另一台设备上登录：{device}。如果不是您本人操作，请在“设置”›“安全中心”修改密码，并结束该登录。',
  }),
  passkey_added: message('Passkey added', '已添加通行密钥', {
    en: 'The passkey “{name}” can now open your account. If you did not add it, remove it and change your password under Settings › Security.',
    zh: '通行密钥“{name}”现在可以登录您的账户。如果不是您本人添加，请在“设置”›“安全中心”删除它，并修改密码。',
  }),
  passkey_removed: message('Passkey removed', '已删除通行密钥', {
    en: 'The passkey “{name}” does not open your account any more.',
    zh: '通行密钥“{name}”已不能再登录您的账户。',
  }),
}
