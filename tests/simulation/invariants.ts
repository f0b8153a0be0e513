import { price, quantity } from '@mex/core/money.ts'
import type { Quote } from '@mex/core/quote.ts'
import { findingsOf, type Deciding } from '@mex/server/testing.ts'
import { isLost } from './interleaving.ts'
import type { SimulatedMarket } from './market.ts'

const far = 10n ** 15n
const ages = 100 * 365 * 86_400_000

/** Quotes that concern everybody who waits for a price of this instrument: one from below, one from above. */
function extremes(key: string, now: number): readonly Quote[] {
  const shape = {
    id: `${key}@0`,
    key,
    exchangeTime: now + ages,
    receivedTime: now,
    phase: 'regular',
    opening: false,
  } as const
  const size = quantity(10n ** 8n)
  return [1n, far].map((at) => ({
    ...shape,
    last: price(at),
    bid: price(at),
    ask: price(at),
    bidSize: size,
    askSize: size,
  }))
}

type Desk = Deciding['desk']

const inOrder = (ids: ReadonlySet<number>): string => [...ids].toSorted((one, other) => one - other).join(' ')

/** What a desk watches, as far as it can be asked. */
function watched({ board }: Desk, keys: readonly string[], now: number): readonly string[] {
  const concerned = keys.flatMap((key) =>
    extremes(key, now).map((quote) => `${key} at ${quote.last}: ${inOrder(board.concerned(quote))}`),
  )
  const { orders, positions, additions } = board.size
  const overdue = inOrder(board.overdue(now + ages))
  return [`${orders} orders, ${positions} positions, ${additions} additions`, `overdue: ${overdue}`, ...concerned]
}

/** Whether what the matcher watches is what it would watch after a restart. */
async function boardFindings({ deciding, instruments, clock }: SimulatedMarket): Promise<string[]> {
  await deciding.desk.catchUp()
  const keys = instruments.map(({ key }) => key)
  const fresh = watched(await deciding.anotherDesk(), keys, clock.now())
  const known = watched(deciding.desk, keys, clock.now())
  return fresh.flatMap((line, index) =>
    line === known[index] ? [] : [`board: watches "${known[index]}", the database says "${line}"`],
  )
}

/** Everything that must be true whenever nothing is under way. */
export async function findingsAtRest(market: SimulatedMarket): Promise<string[]> {
  const failures = market.errors.splice(0).flatMap((error) => (isLost(error) ? [] : `failure: ${String(error)}`))
  const books = await findingsOf(market.database.db, market.deciding.source)
  return [...failures, ...books, ...(await boardFindings(market))]
}
