import type { Language } from '@mex/contract/language.ts'
import type { Order as OrderView, Position as PositionView } from '@mex/contract/trading/shapes.ts'
import type { SeveralResults } from '@mex/contract/trading/several.ts'
import type { BlockOffer } from '@mex/core/blocks/block-offer.ts'
import type { Money, Price, Quantity } from '@mex/core/money/money.ts'
import type { ClosingRequest, OpeningRequest } from '@mex/core/trading/order-check.ts'
import type { TradingTick } from '@mex/core/trading/tick.ts'
import type { Command } from '#db/lane.ts'

/** Commands of users, of the market and of the clock. All of them go through one lane, in order. */
export type TradingCommand = Command &
  (
    | {
        readonly kind: 'open'
        readonly userId: number
        readonly key: string
        readonly order: OpeningRequest
        /** Whether a position of futures is to be rolled at its settlement (rulebook §17.5). */
        readonly autoRoll?: boolean
        readonly language: Language
      }
    | {
        readonly kind: 'close'
        readonly userId: number
        readonly positionId: number
        readonly order: ClosingRequest
        readonly language: Language
        /** The practice starts again, or the account closes. */
        readonly isForced?: boolean
      }
    | {
        readonly kind: 'roll'
        readonly userId: number
        readonly positionId: number
        readonly isWanted: boolean
        readonly language: Language
      }
    | {
        readonly kind: 'block'
        readonly userId: number
        readonly offer: BlockOffer
        readonly quantity: Quantity
        readonly language: Language
      }
    | {
        readonly kind: 'several'
        readonly userId: number
        /** Whether positions are closed or orders cancelled. */
        readonly what: 'close' | 'cancel'
        /** Each once. */
        readonly ids: readonly number[]
        readonly language: Language
      }
    | {
        readonly kind: 'amend'
        readonly userId: number
        readonly orderId: number
        /** What the user saw of the order, and what is to be filled from now on. */
        readonly filled: Quantity
        readonly quantity: Quantity
        readonly limit: Price | undefined
        readonly language: Language
      }
    | { readonly kind: 'cancel'; readonly userId: number; readonly orderId: number; readonly language: Language }
    | {
        readonly kind: 'margin'
        readonly userId: number
        readonly positionId: number
        readonly amount: Money
        readonly language: Language
      }
    | {
        readonly kind: 'tick'
        readonly users: readonly number[]
        readonly ticks: readonly TradingTick[]
        /** Whether it was sent before, and may have committed. */
        readonly isResent?: boolean
      }
    | { readonly kind: 'lapse'; readonly users: readonly number[] }
    /** Books the nights, the corporate actions and the ends of lock-ups that are due, which every list does for its users first. */
    | { readonly kind: 'charge'; readonly users: readonly number[] }
    /** Settles, and rolls where it is wished, the positions of these users in a contract that has ended (rulebook §17.5). */
    | { readonly kind: 'settle'; readonly users: readonly number[]; readonly key: string }
    /** Starts the matcher's index anew from the database, in its turn between the commits. */
    | { readonly kind: 'rebuild' }
  )

export type TradingAnswer = OrderView | PositionView | SeveralResults | { readonly handled: true }
