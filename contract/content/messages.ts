import type { MessageText } from '#text.ts'

/** The message texts of this area. */
export const contentMessages = {
  operator_replied: {
    title: { en: 'You have an answer in the chat', zh: '客服已回复您' },
    content: {
      en: 'Whoever runs this server has answered you. You find the answer under Customer service in the Account tab.',
      zh: '服务器的运营者已答复您的问题，请在“我的”的在线客服中查看。',
    },
  },
} as const satisfies Readonly<Record<string, MessageText>>
