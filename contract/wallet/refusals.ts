import type { WalletRefusal } from '@mex/core/wallet/refusals.ts'

import type { RefusalText } from '#text.ts'

/** The numbers and texts of refusals about wallets and transfers (specification, calls B). */
export const walletRefusals: Readonly<Record<WalletRefusal, RefusalText>> = {
  insufficient_balance: { code: 1300, en: 'Insufficient balance', zh: '余额不足' },
  unknown_wallet: { code: 1301, en: 'Unknown wallet', zh: '未知的账户' },
  wallets_equal: {
    code: 1302,
    en: 'Choose two different accounts, one of them the funding account',
    zh: '请选择两个不同的账户，其中一个须为资金账户',
  },
  transfer_settled: { code: 1303, en: 'Transfer already completed', zh: '划转已完成' },
  not_settled: { code: 1304, en: '{amount} is not settled until {date}', zh: '{amount} 将于 {date} 完成交收' },
}
