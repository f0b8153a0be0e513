/**
 * Why the product says no to a person. Every word has its number and its texts in `contract/refusals.ts`.
 * A refusal is a value: decisions return it, so that one command of a list never undoes its neighbours.
 */
export type RefusalWord =
  | 'invalid_parameter'
  | 'missing_field'
  | 'incorrect_amount'
  | 'not_found'
  | 'wrong_state'
  | 'too_many_requests'
  | 'duplicate_request'
  | 'request_key_reused'
  | 'unavailable'
  | 'file_too_large'
  | 'upload_failed'
  | 'try_again'
  | 'text_too_long'
  | 'wrong_credentials'
  | 'too_many_attempts'
  | 'username_taken'
  | 'email_taken'
  | 'code_incorrect'
  | 'code_expired'
  | 'code_too_soon'
  | 'password_format'
  | 'passwords_differ'
  | 'wrong_password'
  | 'invitation_invalid'
  | 'security_number_real'
  | 'pay_password_missing'
  | 'pay_password_wrong'
  | 'pay_password_locked'
  | 'pay_password_exists'
  | 'agreement_missing'
  | 'passkey_invalid'
  | 'verification_missing'
  | 'verification_pending'
  | 'already_verified'
  | 'document_number_real'
  | 'submissions_used_up'
  | 'permission_missing'
  | 'permission_pending'
  | 'permission_open'
  | 'insufficient_balance'
  | 'unknown_wallet'
  | 'wallets_equal'
  | 'transfer_settled'
  | 'not_settled'
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
  | 'unknown_instrument'
  | 'quote_unavailable'
  | 'market_closed'
  | 'trading_halted'
  | 'quantity_missing'
  | 'quantity_step'
  | 'price_step'
  | 'price_far'
  | 'leverage_not_allowed'
  | 'short_not_available'
  | 'order_too_large'
  | 'order_final'
  | 'not_tradable'
  | 'too_many_orders'
  | 'expires_soon'
  | 'position_not_found'
  | 'quantity_not_closable'
  | 'position_locked'
  | 'margin_not_possible'
  | 'chat_muted'

export type Refusal = {
  readonly refused: RefusalWord
  /** The request field that is at fault, by its wire name. */
  readonly field?: string
  /** What the text's placeholders stand for. */
  readonly values?: Readonly<Record<string, string>>
}

export function refusal(refused: RefusalWord, details: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...details }
}

/** The server is almost out of storage space: nothing that adds data is accepted. */
export const storageLow: Refusal = { refused: 'unavailable', values: { reason: 'storage_low' } }

export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome
}

/** Carries a refusal out of a handler that serves one person alone; the reply is made in one place. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly refusal: Refusal
  constructor(why: Refusal) {
    super(why.refused)
    this.refusal = why
  }
}

export function refuse(refused: RefusalWord, details: Omit<Refusal, 'refused'> = {}): never {
  throw new Refused(refusal(refused, details))
}

/** The outcome, or the refusal thrown to the caller. */
export function accepted<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new Refused(outcome)
  return outcome
}
