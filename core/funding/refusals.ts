/** Refusals of deposits, withdrawals and cards; the numbers and texts are in `contract/funding/refusals.ts`. */
export type FundingRefusal =
  | 'currency_missing'
  | 'proof_missing'
  | 'deposit_too_small'
  | 'amount_above_limit'
  | 'card_missing'
  | 'address_invalid'
  | 'withdrawal_too_small'
  | 'daily_limit'
  | 'withdrawals_paused'
  | 'card_number_real'
  | 'too_many_cards'
  | 'card_in_use'
