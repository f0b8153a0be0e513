import type { Guard } from './guard.ts'

const amending = 'core/trading/amending.ts'
const ofRules = 'core/trading/amending.test.ts'

/** Working orders that are changed in one step (docs/decisions/053). */
export const amendedOrders: readonly Guard[] = [
  {
    name: 'amended orders: a fill of before the change comes first',
    rows: [],
    file: amending,
    find: "  endOrder(trading, replacement, 'FILLED_FIRST', at)\n",
    replace: '',
    test: ofRules,
    fails: 'a fill of before the change comes first',
  },
  {
    name: 'amended orders: an order works on if its change did not happen',
    rows: [],
    file: amending,
    find: 'return replacement.cancelRequestedAt === undefined ? { ...order, cancelRequestedAt: undefined } : order',
    replace: 'return order',
    test: ofRules,
    fails: 'a fill of before the change comes first',
  },
  {
    name: 'amended orders: what was filled unseen is not ordered again',
    rows: [],
    file: amending,
    find: "  if (old.filled !== command.filled) return refusal('order_filled', { field: 'quantity' })\n",
    replace: '',
    test: ofRules,
    fails: 'refuses a change with the first rule',
  },
  {
    name: 'amended orders: an order is changed once at a time',
    rows: [],
    file: amending,
    find: ' && !waits',
    replace: ' && (waits || true)',
    test: ofRules,
    fails: 'refuses a change with the first rule',
  },
  {
    name: 'amended orders: a stranger changes nothing',
    rows: [],
    file: amending,
    find: 'old === undefined || old.user !== user',
    replace: 'old === undefined',
    test: ofRules,
    fails: 'refuses a change with the first rule',
  },
  {
    name: 'amended orders: a cancel holds for the order in its place',
    rows: [],
    file: 'core/trading/commands.ts',
    find: 'const last = replacementOf(trading, order) ?? order',
    replace: 'const last = order',
    test: ofRules,
    fails: 'a cancel of either order cancels both',
  },
  {
    name: 'amended orders: the money of the old order goes over to the new one once',
    rows: [],
    file: 'core/trading/trading.ts',
    find: 'releaseReserve(trading, { ...order, reserve: money(order.reserve - kept) }, at)',
    replace: 'releaseReserve(trading, order, at)',
    test: ofRules,
    fails: 'a change is a cancel and a new order',
  },
  {
    name: 'amended orders: the check of fills knows what an order takes over',
    rows: [],
    file: 'server/areas/trading/verify/replacements.ts',
    find: 'replaces.reserve === expected',
    replace: 'replaces.reserve >= 0n',
    test: 'server/areas/trading/verify/replacements.test.ts',
    fails: 'reports a replacement that took over other money',
  },
]
