/** Refusals of wallets and transfers; the numbers and texts are in `contract/wallet/refusals.ts`. */
export type WalletRefusal =
  | 'insufficient_balance'
  | 'unknown_wallet'
  | 'wallets_equal'
  | 'transfer_settled'
  | 'not_settled'
