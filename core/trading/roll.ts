import type { Instrument } from '#market/instrument.ts'
import type { OpeningRequest } from './order-check.ts'
import type { Position } from './positions.ts'

type Contract = Pick<Instrument, 'key' | 'contract'>

/** The contract of the same product that ends next after another has ended; undefined if none is listed. */
export function nextMonth<Listed extends Contract>(listed: Iterable<Listed>, ended: Contract): Listed | undefined {
  const { product, lastTrade } = ended.contract ?? {}
  if (product === undefined || lastTrade === undefined) return undefined
  let next: Listed | undefined
  for (const one of listed) {
    if (one.contract?.product !== product || one.contract.lastTrade <= lastTrade) continue
    if (next?.contract === undefined || one.contract.lastTrade < next.contract.lastTrade) next = one
  }
  return next
}

/** The order that opens a settled position again: at the market, as large, with the same leverage (rulebook §17.5). */
export const rollingOrder = ({
  source,
  direction,
  quantity,
  leverage,
}: Pick<Position, 'source' | 'direction' | 'quantity' | 'leverage'>): OpeningRequest => ({
  source,
  direction,
  type: 'market',
  limit: undefined,
  quantity,
  leverage,
  extendedHours: false,
})
