import { isRefusal, refusal, type RefusalWord } from '@mex/core/refusal.ts'
import { nextMonth, rollingOrder } from '@mex/core/trading/roll.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import { placed, type Deciding, type Kind } from '#areas/trading/deciding.ts'
import { settle } from './expiry.ts'
import { rollsWanted, saveRollOutcomes, type RollOutcome } from './store-rolls.ts'

/**
 * Settles the positions of these users in a contract, and opens those that they wish to roll again in the next month: an
 * ordinary market order, in the same commit as the settlement, so that neither comes without the other (rulebook §17.5).
 */
export async function settleAndRoll(deciding: Deciding, { users, key }: Kind<'settle'>): Promise<void> {
  const { engine, tx, trading, prices } = deciding
  const wanted = await rollsWanted(tx, users)
  const held = [...trading.positions.values()]
    .filter(({ id, instrument }) => wanted.has(id) && instrument === key)
    .toSorted((one, other) => one.id - other.id)
  settle(engine, trading, { key, users, at: prices.now })
  // Not one that an earlier command of the list has closed.
  const isSettled = ({ id }: Position) =>
    trading.closings.some(({ position, reason }) => position === id && reason === 'expiry')
  const settled = held.filter(isSettled)
  const outcomes: RollOutcome[] = []
  for (const position of settled) outcomes.push(await roll(deciding, position))
  await saveRollOutcomes(tx, outcomes)
}

async function roll(deciding: Deciding, position: Position): Promise<RollOutcome> {
  const { engine, prices, takeId, tell } = deciding
  const { id, user, instrument: key } = position
  const ended = engine.describe(key, prices.now)
  const next = nextMonth(engine.feed.instruments(prices.now).values(), ended)
  const order =
    next === undefined
      ? refusal('not_tradable')
      : placed(deciding, {
          id: await takeId(),
          user,
          instrument: next.key,
          request: rollingOrder(position),
          permission: undefined,
        })
  const refused = isRefusal(order) ? order.refused : undefined
  tell({
    user,
    type: 'EXPIRY',
    about:
      refused === undefined
        ? { kind: 'contract_rolled', values: { code: ended.code, next: next?.code ?? '' } }
        : { kind: notRolled(refused), values: { code: ended.code } },
    at: prices.now,
    reference: { type: 'position', id },
  })
  const about = { user, position: id, at: prices.now }
  if (isRefusal(order)) return { ...about, outcome: { refused: order.refused } }
  return { ...about, outcome: { order: order.id } }
}

const notRolled = (refused: RefusalWord) =>
  refused === 'insufficient_balance' ? 'contract_not_rolled_money' : 'contract_not_rolled'
