import { present } from '@mex/core/assert.ts'
import { tradingChanges, type Trading } from '@mex/core/trading/trading.ts'
import { walletNumbers } from '@mex/core/wallet/wallets.ts'
import type { sendMessages } from '#areas/content/messages.ts'
import type { Notice } from '#db/outbox.ts'

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

/** The code without its market, as users write it. */
const codeOf = (key: string): string => key.slice(key.indexOf(':') + 1)

/** In-app messages: warnings and liquidations (rulebook §16.5). */
export function messagesOf(trading: Trading): Parameters<typeof sendMessages>[1] {
  return tradingChanges(trading).notices.flatMap(({ kind, user, id, at, quote }) => {
    if (kind !== 'MARGIN_CALL' && kind !== 'LIQUIDATION') return []
    const code = codeOf(present(trading.positions.get(id), `position ${id}`).instrument)
    const about =
      kind === 'MARGIN_CALL'
        ? ({ kind: 'margin_call', values: { code } } as const)
        : ({ kind: 'liquidation', values: { code, quote: present(quote, 'the quote that decided') } } as const)
    return [{ user, type: kind, about, at, reference: { type: 'position', id } }]
  })
}
