import type { ExecutionRow, Statement } from '@mex/contract/records/calls.ts'
import { textIn } from '@mex/contract/text.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { price, valueOf } from '@mex/core/money/money.ts'
import { averagePrice } from '@mex/core/trading/positions.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import type { PersonContext } from '#context.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { pricesAt } from '#areas/trading/prices.ts'
import { listPositions, type ListPage, type Listed } from '#areas/trading/store-lists.ts'
import { listExecutions, positionsAt, type ExecutionEntry, type Stretch } from './store-records.ts'
import { markPosition } from '#areas/trading/views.ts'

const nameOf = (engine: TradingEngine, { name }: Instrument, { language }: PersonContext): string =>
  textIn(name, language, engine.dependencies.traditional)

/** Executions of the user, newest first: a row for each price level of a fill. */
export async function executionsOf(
  engine: TradingEngine,
  stretch: Stretch,
  page: ListPage,
  context: PersonContext,
): Promise<Listed<ExecutionRow>> {
  const { total, rows } = await listExecutions(context.db, context.person.userId, stretch, page)
  return { total, rows: rows.map((row) => executionRow(engine, row, context)) }
}

/** An execution with the facts of its instrument. */
export function executionRow(
  engine: TradingEngine,
  { instrument: key, ...row }: ExecutionEntry,
  context: PersonContext,
): ExecutionRow {
  const instrument = engine.dependencies.describe(key, context.now)
  return {
    ...row,
    code: instrument.code,
    name: nameOf(engine, instrument, context),
    market: instrument.market,
    value: valueOf(row.price, row.quantity, instrument.multiplier),
    currency: instrument.currency,
    tick: tickAt(instrument.ticks, row.price),
    multiplier: instrument.multiplier,
  }
}

/** Open positions of the user now or at a past instant, computed by the same functions. */
export async function positionsOn(
  engine: TradingEngine,
  at: number,
  context: PersonContext,
): Promise<Statement['positions']> {
  const { db, feed, now, person } = context
  const describe = (key: string): Instrument => engine.dependencies.describe(key, at)
  const found =
    at >= now
      ? (await listPositions(db, person.userId, { source: undefined, instrument: undefined })).map(
          (row) => row.position,
        )
      : await positionsAt(db, person.userId, at, (key) => describe(key).multiplier)
  const prices = pricesAt(feed, Math.min(at, now))
  return found.map((position) => {
    const instrument = describe(position.instrument)
    const marked = markPosition(position, instrument, prices)
    const openPrice = averagePrice(position, instrument) ?? price(0n)
    return {
      id: position.id,
      source: position.source,
      code: instrument.code,
      name: nameOf(engine, instrument, context),
      market: instrument.market,
      direction: position.direction,
      leverage: position.leverage,
      quantity: position.quantity,
      openPrice,
      markPrice: marked?.mark,
      profit: marked?.profit,
      wallet: position.wallet,
      currency: position.currency,
      tick: tickAt(instrument.ticks, openPrice),
    }
  })
}
