import { market } from '@mex/contract/market/calls.ts'
import type { Position } from '@mex/contract/trading/shapes.ts'
import { addMoney, multiply, nothing, one, type Money, type Rate, type WalletCurrency } from '@mex/core/money/money.ts'

import { useCall } from '#data/call.ts'
import { useQuoteDeltas } from '#data/quotes.ts'
import { liveFiguresOf } from './live-figures.ts'

const none: readonly Position[] = []

/** The floating profit of the positions in MXN at the newest prices; undefined without the positions or a conversion rate. */
export function useFloating(loaded: readonly Position[] | undefined): Money | undefined {
  const positions = loaded ?? none
  const deltaOf = useQuoteDeltas(positions)
  const rates = useCall(
    market.rates,
    { currency: 'USD', target: 'MXN' },
    { everySeconds: 60, when: positions.length > 0 },
  )
  const pesosOf = (currency: WalletCurrency): Rate | undefined => {
    if (currency === 'MXN') return one
    return rates.data?.rates.find((row) => row.currency === currency && row.target === 'MXN')?.mid
  }
  if (loaded === undefined) return undefined
  let profit = nothing
  for (const position of positions) {
    const pesos = pesosOf(position.currency)
    if (pesos === undefined) return undefined
    const now = liveFiguresOf(position, deltaOf(position)).profit
    if (now !== undefined) profit = addMoney(profit, multiply(now, pesos, 'near'))
  }
  return profit
}
