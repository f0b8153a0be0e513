import { bookOvernight, overnightAmount } from '@mex/core/trading/overnight.ts'
import type { Trading } from '@mex/core/trading/trading.ts'
import { nightInSharesOf, type KnownNights, type NightFacts } from './overnight.ts'
import type { BookedCharge, DueCharge } from './store-overnight.ts'

/** Books what is due on the loaded positions; a charge without a price waits. Returns what was booked. */
export type BookDue = (trading: Trading, due: readonly DueCharge[], now: number) => readonly BookedCharge[]

export const openDueCharges =
  (facts: Pick<NightFacts, 'feed'>, nightOf: KnownNights): BookDue =>
  (trading, due, now) =>
    due.flatMap((charge) => {
      const position = trading.positions.get(charge.position)
      const known = position === undefined ? undefined : nightOf(charge, position.wallet, now)
      if (position === undefined || known === undefined) return []
      const night = nightInSharesOf(facts, known, charge)
      const { user, period, quantity, cost, addedMargin } = charge
      const amount = overnightAmount({ ...position, quantity, cost, addedMargin }, night)
      bookOvernight(trading, { position: position.id, amount, period }, now)
      const { price, conversionRate } = night
      return { user, position: position.id, period, amount, price, conversionRate, at: now }
    })
