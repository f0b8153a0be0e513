import { cardKindNumbers, networks } from '@mex/core/funding/review.ts'
import { routingPattern, swiftPattern } from '@mex/core/funding/cards.ts'
import { coins, fundingAssets, type Coin, type FundingAsset } from '@mex/core/funding/coins.ts'
import * as z from 'zod/mini'

import { enteredPassword } from '#account/fields.ts'
import { idOf, text } from '#fields.ts'
import { imagePathOr } from '#files/fields.ts'
import { coded, refusalWord } from '#wire.ts'

/** Fields of cards, deposits and withdrawals, with the refusal that a bad value gets (specification, calls Q). */

export const cardKind = coded(cardKindNumbers)
/** A card of one's own; without one there is nothing to pay to. */
export const cardId = idOf('card_missing')

/** Names and addresses: 1 to 50 characters. */
/* @__NO_SIDE_EFFECTS__ */
export const cardText = () => text({ max: 50, missing: 'missing_field', long: 'text_too_long' })
/** Card and account numbers; core decides on both sides whether they are recognisably not real. */
export const cardNumber = text({ max: 40, missing: 'missing_field', wrong: 'card_number_real' })
export const swiftCode = text({ max: 11, pattern: swiftPattern })
export const routingNumber = text({ max: 9, pattern: routingPattern })
export const network = z.enum(networks, { error: refusalWord('invalid_parameter') })
/** An address; that it belongs to its network is decided by core. */
export const address = text({ max: 100, missing: 'missing_field', wrong: 'address_invalid' })
export const transactionHash = text({ max: 64, pattern: /^[0-9a-f]{64}$/ })

export const coin: z.ZodMiniType<Coin> = z.enum(coins, { error: refusalWord('currency_missing') })
/** A coin, or a currency of the simulated bank. */
export const asset: z.ZodMiniType<FundingAsset> = z.enum(fundingAssets as FundingAsset[], {
  error: refusalWord('currency_missing'),
})

/** The transaction password as it is entered; whether it is the right one is decided on the server. */
export const enteredPayPassword = enteredPassword()

/** A picture as proof of a payment. */
export const proofPath = imagePathOr('proof_missing')
