import type { Instrument } from '@mex/core/market/instrument.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import { openingSide } from '@mex/core/trading/orders.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { nextMonth } from '@mex/core/trading/roll.ts'
import type { Rows } from '#db/schema.ts'
import type { StoredClosing, Traded } from './store-verify.ts'
import { attempt, type FillFinding } from './findings.ts'
import type { ReplayMarket } from './market.ts'

type RollRow = Rows['contract_roll']
type Rolled = {
  readonly roll: RollRow
  readonly position: Position | undefined
  readonly settled: StoredClosing | undefined
}

/**
 * Rolls that were not wished, wishes of which nothing became at the settlement, and orders of another contract, size or
 * time (rulebook §17.5). Whether the order was accepted and filled rightly is checked by the replay.
 */
export function wrongRolls(traded: Traded, market: Pick<ReplayMarket, 'feed' | 'describe'>): readonly FillFinding[] {
  const findings: FillFinding[] = []
  for (const roll of traded.rolls) {
    const about = `roll of position ${roll.position_id}`
    attempt(findings, about, () => {
      const position = traded.positions.find(({ id }) => id === roll.position_id)
      const settled = traded.closings.find(
        (closing) => closing.position === roll.position_id && closing.reason === 'expiry',
      )
      const message = wrongWith({ roll, position, settled }, traded.orders, market)
      if (message !== undefined) findings.push({ about, message })
    })
  }
  return findings
}

function wrongWith(
  { roll, position, settled }: Rolled,
  orders: readonly Order[],
  { feed, describe }: Pick<ReplayMarket, 'feed' | 'describe'>,
): string | undefined {
  const { decided_at: decidedAt, order_id: orderId } = roll
  if (decidedAt === null)
    return settled !== undefined && roll.is_wanted ? 'nothing became of the wish at the settlement' : undefined
  if (!roll.is_wanted) return 'it was not wished'
  if (position === undefined || settled?.at !== decidedAt) return 'it was decided without a settlement'
  if (orderId === null) return undefined
  const order = orders.find(({ id }) => id === orderId)
  if (order === undefined) return `its order ${orderId} is missing`
  const next: Instrument | undefined = nextMonth(
    feed.instruments(decidedAt).values(),
    describe(position.instrument, decidedAt),
  )
  const [is, should] = [
    [order.instrument, order.type, order.side, order.quantity, order.leverage, order.acceptedAt],
    [next?.key, 'market', openingSide(position.direction), settled.quantity, position.leverage, decidedAt],
  ].map((facts) => facts.join(' '))
  return is === should ? undefined : `its order is ${is}, should be ${should}`
}
