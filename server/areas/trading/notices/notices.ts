import { moneyInMessage, type MessageSubject } from '@mex/contract/messages.ts'
import { present } from '@mex/core/assert.ts'
import type { BlockMarket } from '@mex/core/blocks/block-offer.ts'
import { isDividend, isSplit, ratioText } from '@mex/core/market/corporate-actions.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { magnitude } from '@mex/core/money/decimal.ts'
import { formatPrice, formatQuantity, money, subtractMoney, type Money } from '@mex/core/money/money.ts'
import type { BookedAction } from '@mex/core/trading/booked-action.ts'
import { tradingChanges, type Trading } from '@mex/core/trading/trading.ts'
import { walletNumbers } from '@mex/core/wallet/wallets.ts'
import type { sendMessages } from '#areas/content/messages.ts'
import type { Notice } from '#db/outbox.ts'
import { blockSubject } from '#areas/trading/block-messages.ts'

/** Push notices of a list: each order and position once, and the wallets whose balances changed. */
export function noticesOf(trading: Trading): Notice[] {
  const { orders, positions, balances } = tradingChanges(trading)
  const wallets = new Map(balances.map(({ user, wallet }) => [`${user} ${wallet}`, { user, wallet }]))
  return [
    ...orders.map((row) => ({ userId: row.user, topic: 'order', refId: row.id })),
    ...positions.map((row) => ({ userId: row.user, topic: 'position', refId: row.id })),
    ...[...wallets.values()].map(({ user, wallet }) => ({
      userId: user,
      topic: 'wallet',
      refId: walletNumbers[wallet],
    })),
  ]
}

/** In-app messages: warnings, liquidations, settlements, dividends and splits (rulebook §16.5, §17). */
export function messagesOf(trading: Trading, describe: Describe, blocks: BlockMarket): Messages {
  const nextAction = actionsInTurn(trading)
  return tradingChanges(trading).notices.flatMap((notice): Messages => {
    const { kind, user, id, at } = notice
    if (kind === 'ORDER_FILLED' || kind === 'ORDER_ENDED') return orderMessages(trading, describe, blocks, notice)
    if (kind === 'UNLOCKED') return [unlockMessage(trading, describe, notice)]
    const about =
      kind === 'CORPORATE_ACTION'
        ? actionSubject(trading, describe, notice, nextAction(id))
        : subjectOf(trading, describe, kind, notice)
    return [{ user, type: kind, about, at, reference: { type: 'position', id } }]
  })
}

type Describe = (key: string, now: number) => Instrument
type Messages = Parameters<typeof sendMessages>[1]
type TradingNotice = Trading['notices'][number]

/** Nobody waits a minute beside the order of a block, so its end is told; one that ends twice in a list is told once. */
function orderMessages(
  trading: Trading,
  describe: Describe,
  blocks: BlockMarket,
  { user, id, at, kind }: TradingNotice,
) {
  const order = present(trading.orders.get(id), `order ${id}`)
  if (order.block === undefined || (kind === 'ORDER_FILLED') !== (order.status === 'filled')) return []
  const about = blockSubject(order, describe(order.instrument, at), blocks)
  const reference = { type: order.filled === 0n ? 'order' : 'position', id }
  return [{ user, type: 'ORDER', about, at, reference } as const]
}

function unlockMessage(trading: Trading, describe: Describe, { user, id, at }: TradingNotice) {
  const { instrument, quantity } = present(trading.positions.get(id), `position ${id}`)
  const values = { code: describe(instrument, at).code, shares: formatQuantity(quantity) }
  return {
    user,
    type: 'ORDER',
    about: { kind: 'block_unlocked', values },
    at,
    reference: { type: 'position', id },
  } as const
}

function subjectOf(
  trading: Trading,
  describe: Describe,
  kind: 'MARGIN_CALL' | 'LIQUIDATION' | 'EXPIRY',
  { id, quote, at }: TradingNotice,
): MessageSubject {
  const instrument = describe(present(trading.positions.get(id), `position ${id}`).instrument, at)
  const { code } = instrument
  switch (kind) {
    case 'MARGIN_CALL':
      return { kind: 'margin_call', values: { code } }
    case 'LIQUIDATION':
      return { kind: 'liquidation', values: { code, quote: present(quote, 'the quote that decided') } }
    case 'EXPIRY': {
      const settled = trading.closings.find(({ position, reason }) => position === id && reason === 'expiry')
      const price = formatPrice(present(settled, `the settlement of position ${id}`).price)
      return { kind: 'contract_settled', values: { code, price } }
    }
  }
}

/** Gives the actions of each position in the order in which they were booked: after a long stop a list books several. */
function actionsInTurn({ actions }: Trading): (position: number) => BookedAction {
  const left = Map.groupBy(actions, ({ position }) => position)
  return (position) => present(left.get(position)?.shift(), `the next action of position ${position}`)
}

/** What an action did to a position. */
function actionSubject(
  trading: Trading,
  describe: Describe,
  { id, at }: TradingNotice,
  { action, quantity, gross, tax }: BookedAction,
): MessageSubject {
  const { currency, instrument: key } = present(trading.positions.get(id), `position ${id}`)
  const instrument = describe(key, at)
  const { code } = instrument
  const shares = formatQuantity(quantity)
  const amountOf = (amount: Money): string => moneyInMessage(amount, currency)
  if (isSplit(action)) return { kind: 'share_split', values: { code, ratio: ratioText(action), shares } }
  if (!isDividend(action)) {
    const price = `${formatPrice(action.price)} ${instrument.currency}`
    return { kind: 'share_removed', values: { code, shares, amount: price } }
  }
  return gross >= 0n
    ? {
        kind: 'dividend_received',
        values: { code, shares, amount: amountOf(subtractMoney(gross, tax)), tax: amountOf(tax) },
      }
    : { kind: 'dividend_charged', values: { code, shares, amount: amountOf(money(magnitude(gross))) } }
}
