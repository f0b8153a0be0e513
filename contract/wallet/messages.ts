import type { MessageText } from '#text.ts'

/** The message texts of this area. */
export const walletMessages = {
  transfer_settled: {
    title: { en: 'Transfer settled', zh: '划转已完成' },
    content: {
      en: '{sent} left one of your accounts, and {received} arrived in the other.',
      zh: '转出 {sent}，转入账户收到 {received}。',
    },
  },
} as const satisfies Readonly<Record<string, MessageText>>
