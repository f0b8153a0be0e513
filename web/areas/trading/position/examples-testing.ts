import type { QuoteDelta } from '@mex/contract/push.ts'
import type { Position as PositionView } from '@mex/contract/trading/shapes.ts'
import { moneyOf, nothing, percent, priceOf, quantityOf, rateOf } from '@mex/core/money/money.ts'
import { openPosition, share } from '@mex/core/trading/examples-testing.ts'

/** A position as the server answers it. */
export function viewOf(change: Partial<PositionView> = {}, instrument = share): PositionView {
  const position = openPosition(instrument, { leverage: 5 })
  return {
    ...position,
    type: 'market',
    limit: undefined,
    settlesAt: undefined,
    productType: 0,
    code: instrument.code,
    name: instrument.name.en,
    product: undefined,
    productName: undefined,
    market: instrument.market,
    classify: instrument.classify,
    lot: instrument.lot,
    tick: priceOf('0.01'),
    multiplier: instrument.multiplier,
    closable: position.quantity,
    marginNow: position.margin,
    pendingMargin: nothing,
    owed: nothing,
    openPrice: priceOf('100'),
    markPrice: priceOf('101'),
    conversionRate: rateOf('1'),
    favour: percent(100n),
    profit: moneyOf('100'),
    // Opened today: 100 shares at 100, and a fee of 1.
    dayBase: { worth: position.cost, fee: moneyOf('1') },
    netProfit: nothing,
    fee: nothing,
    nextFinancing: undefined,
    nextDividend: undefined,
    nextSplit: undefined,
    nextRemoval: undefined,
    autoRoll: false,
    block: undefined,
    liquidationPrice: undefined,
    quotedAt: 0,
    publicPrice: undefined,
    ...change,
  }
}

/** The newest prices of an instrument, as they are pushed. */
export const delta = (change: Partial<QuoteDelta> = {}): QuoteDelta => ({
  code: 'EXMP',
  last: priceOf('102'),
  change: priceOf('2'),
  changeRatio: percent(200n),
  open: priceOf('101'),
  high: priceOf('103'),
  low: priceOf('99'),
  previousClose: priceOf('100'),
  volume: quantityOf('1'),
  bid: priceOf('101.99'),
  ask: priceOf('102.01'),
  phase: 'regular',
  sinceClose: false,
  quoteId: 'q',
  publicPrice: undefined,
  ...change,
})
