import type { WalletRefusal } from '@mex/core/wallet/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about wallets and transfers (specification, calls B). */
export const walletRefusals: Readonly<Record<WalletRefusal, RefusalText>> = {
  insufficient_balance: refusal(1300, 'Insufficient balance', '余额不足'),
  unknown_wallet: refusal(1301, 'Unknown wallet', '未知的账户'),
  wallets_equal: refusal(
    1302,
    'Choose two different accounts, one of them the funding account',
    '请选择两个不同的账户，其中一个须为资金账户',
  ),
  transfer_settled: refusal(1303, 'Transfer already completed', '划转已完成'),
  not_settled: refusal(1304, '{amount} is not settled until {date}', '{amount} 将于 {date} 完成交收'),
}
