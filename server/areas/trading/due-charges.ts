import { bookOvernight, overnightAmount, type Night } from '@mex/core/trading/overnight.ts'
import type { Trading } from '@mex/core/trading/trading.ts'
import { nightOf, type NightFacts } from './overnight.ts'
import type { BookedCharge, DueCharge } from './store-overnight.ts'

/** Books what is due on the loaded positions; a charge without a price waits. Returns what was booked. */
export type BookDue = (trading: Trading, due: readonly DueCharge[], now: number) => readonly BookedCharge[]

const nightsMax = 4096

/** The facts of a night are the same for all positions, so that they are computed once. */
export function openDueCharges(facts: NightFacts): BookDue {
  const known = new Map<string, Night>()
  return (trading, due, now) =>
    due.flatMap((charge) => {
      const position = trading.positions.get(charge.position)
      if (position === undefined) return []
      const name = `${charge.instrument} ${charge.cutOff} ${position.wallet}`
      const night = known.get(name) ?? nightOf(facts, charge, position.wallet, now)
      if (night === undefined) return []
      if (known.size >= nightsMax) known.clear()
      known.set(name, night)
      const { user, period, quantity, cost, addedMargin } = charge
      const amount = overnightAmount({ ...position, quantity, cost, addedMargin }, night)
      bookOvernight(trading, { position: position.id, amount, period }, now)
      const { price, conversionRate } = night
      return { user, position: position.id, period, amount, price, conversionRate, at: now }
    })
}
