import type { MessageText } from '#text.ts'

/** The message texts of this area. */
export const recordsMessages = {
  practice_reset: {
    title: { en: 'Your practice has started again', zh: '练习已重新开始' },
    content: {
      en: 'All positions are closed, and every account has the simulated money that a new account has. What happened before stays in your history.',
      zh: '所有持仓均已平仓，各账户已重新存入新账户的模拟资金。此前发生的一切仍保留在您的历史记录中。',
    },
  },
} as const satisfies Readonly<Record<string, MessageText>>
