import { message } from '#text.ts'

/** The message texts of this area. */
export const walletMessages = {
  transfer_settled: message('Transfer settled', '划转已完成', {
    en: 'Transfer between your accounts: {sent} out, {received} in.',
    zh: '账户间划转：转出 {sent}，转入 {received}。',
  }),
}
