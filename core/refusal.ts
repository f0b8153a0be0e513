import type { AccountRefusal } from './account/refusals.ts'
import type { AlertsRefusal } from './alerts/refusals.ts'
import type { BlocksRefusal } from './blocks/refusals.ts'
import type { BondsRefusal } from './bonds/refusals.ts'
import type { ContentRefusal } from './content/refusals.ts'
import type { FollowRefusal } from './follow/refusals.ts'
import type { FundingRefusal } from './funding/refusals.ts'
import type { KycRefusal } from './kyc/refusals.ts'
import type { MarketRefusal } from './market/refusals.ts'
import type { OfferingsRefusal } from './offerings/refusals.ts'
import type { QuantifyRefusal } from './quantify/refusals.ts'
import type { RobotsRefusal } from './robots/refusals.ts'
import type { TradingRefusal } from './trading/refusals.ts'
import type { WalletRefusal } from './wallet/refusals.ts'
import type { WatchlistRefusal } from './watchlist/refusals.ts'

/** Refusals of no area: every call can give some of them. */
export type GeneralRefusal =
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

/**
 * Why the product refuses a request: the words of every area. `contract/refusals.ts` gives every word its number and texts.
 * A refusal is a value: decisions return it, so that one command of a list never undoes its neighbours.
 */
export type RefusalWord =
  | GeneralRefusal
  | AccountRefusal
  | KycRefusal
  | WalletRefusal
  | FundingRefusal
  | MarketRefusal
  | TradingRefusal
  | OfferingsRefusal
  | BlocksRefusal
  | BondsRefusal
  | QuantifyRefusal
  | FollowRefusal
  | RobotsRefusal
  | ContentRefusal
  | AlertsRefusal
  | WatchlistRefusal

export type Refusal = {
  readonly refused: RefusalWord
  /** The invalid field of the request, by its wire name. */
  readonly field?: string
  /** Values for the placeholders of the text. */
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

/** Carries a refusal out of a handler of a single request; one place makes the reply. */
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
