import { message } from '#text.ts'

/** The message texts of this area. */
export const contentMessages = {
  operator_replied: message('You have an answer in the chat', '客服已回复您', {
    en: 'Whoever runs this server has answered you. You find the answer under Customer service in the Account tab.',
    zh: '服务器的运营者已答复您的问题，请在“我的”的在线客服中查看。',
  }),
}
