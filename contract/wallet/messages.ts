import { message } from '#text.ts'

/** The message texts of this area. */
export const walletMessages = {
  transfer_settled: message('Transfer settled', '划转已完成', {
    en: '{sent} left one of your accounts, and {received} arrived in the other.',
    zh: '转出 {sent}，转入账户收到 {received}。',
  }),
}
