import { addMoney } from '#money/money.ts'
import type { MarginAddition, Position } from './positions.ts'
import { marginAdded, released } from './postings.ts'
import { putAddition, putPosition, useUp, type Trading } from './trading.ts'

/** The feed has passed a margin addition: it becomes margin of its position (rulebook §16.3, E33). */
export function addMargin(trading: Trading, addition: MarginAddition, position: Position, at: number): void {
  const { id, user, wallet, amount } = addition
  if (position.state === 'CLOSED') return returnMargin(trading, addition, at)
  trading.balances.post(marginAdded({ user, at }, id, wallet, amount))
  useUp(trading, { user, at }, wallet, amount)
  putAddition(trading, { ...addition, state: 'added' })
  const margin = addMoney(position.margin, amount)
  putPosition(trading, { ...position, margin, addedMargin: addMoney(position.addedMargin, amount), changedAt: at })
}

/** Margin that was on its way to a position that has closed goes back (E32). */
export function returnMargin(trading: Trading, addition: MarginAddition, at: number): void {
  const { id, user, wallet, amount } = addition
  trading.balances.post(released({ user, at }, { type: 'margin_addition', id }, wallet, amount))
  putAddition(trading, { ...addition, state: 'returned' })
}
