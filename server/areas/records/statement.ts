import type { Answer, Input } from '@mex/contract/call.ts'
import { billText } from '@mex/contract/wallet/bills.ts'
import type { records } from '@mex/contract/records/calls.ts'
import { eventNumber } from '@mex/core/ledger/accounts.ts'
import { addMoney, nothing } from '@mex/core/money/money.ts'
import { refuse } from '@mex/core/refusal.ts'
import { walletCurrency, wallets } from '@mex/core/wallet/wallets.ts'
import { cashBefore, movementsBetween } from '#areas/ledger/store-bills.ts'
import { monthBounds } from '#areas/ledger/bills.ts'
import { positionsOn } from '#areas/trading/results/records.ts'
import { realisedBetween } from '#areas/trading/results/store-records.ts'
import { walletBalances } from '#areas/wallet/balances.ts'
import type { PersonContext } from '#context.ts'
import type { ListDependencies } from './lists.ts'

type Statement = Answer<typeof records.statement>

/**
 * A month of the account from the same rows as the history and by the same functions as the Trade tab. The balance of a
 * wallet here is available plus reserved: margin belongs to positions. With margin and floating profit it is the net
 * worth, which the statement of the current month has. Refuses a month that has not begun.
 */
export async function statementOf(
  { month, timeZone }: Input<typeof records.statement>,
  context: PersonContext,
  { engine, traditional, results }: ListDependencies,
): Promise<Statement> {
  const { db, now, person, language } = context
  const { userId } = person
  const { from, until } = monthBounds(month, timeZone)
  if (from > now) return refuse('invalid_parameter', { field: 'month', values: { field: 'month' } })
  const isOver = until <= now
  const [opening, closing, movements, realised, balances] = await Promise.all([
    cashBefore(db, userId, from),
    cashBefore(db, userId, until),
    movementsBetween(db, userId, from, until),
    realisedBetween(db, userId, from, until),
    isOver ? [] : walletBalances(db, context, results),
  ])
  const rows = wallets.map((wallet) => {
    const own = Map.groupBy(
      movements.filter((movement) => movement.wallet === wallet),
      ({ event }) => eventNumber(event),
    )
    return {
      wallet,
      currency: walletCurrency[wallet],
      opening: opening.get(wallet) ?? nothing,
      closing: closing.get(wallet) ?? nothing,
      movements: [...own].map(([type, group]) => ({
        type,
        memo: billText(type, language, traditional),
        count: group.reduce((sum, { count }) => sum + count, 0),
        amount: addMoney(...group.map(({ amount }) => amount)),
      })),
      realised: realised.get(wallet) ?? nothing,
      equity: balances.find((balance) => balance.wallet === wallet)?.equity,
    }
  })
  const positions = await positionsOn(engine, isOver ? until : now, context)
  return { month, from, until: isOver ? until : now, isOver, wallets: rows, positions }
}
