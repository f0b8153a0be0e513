import { message } from '#text.ts'

/** The message texts of this area. */
export const recordsMessages = {
  practice_reset: message('Your practice has started again', '练习已重新开始', {
    en: 'All positions are closed, and every account has the simulated money that a new account has. What happened before stays in your history.',
    zh: '所有持仓均已平仓，各账户已重新存入新账户的模拟资金。此前发生的一切仍保留在您的历史记录中。',
  }),
}
