import type { Planted } from './planted-bug.ts'

const bugs: readonly Planted[] = [
  {
    name: 'a block that is confirmed a second early',
    isCommon: true,
    file: 'core/trading/execution.ts',
    from: 'block === undefined ? acceptedAt : acceptedAt + confirmMilliseconds',
    to: 'block === undefined ? acceptedAt : acceptedAt + confirmMilliseconds - 1000',
    found: /^blocks: order \d+ is filled at a quote of before its confirmation/,
  },
  {
    name: 'a block at the quote of its acceptance',
    file: 'core/trading/execution.ts',
    from: 'block === undefined ? acceptedAt : acceptedAt + confirmMilliseconds',
    to: 'block === undefined ? acceptedAt : acceptedAt',
    found: /^blocks: order \d+ is filled at a quote of before its confirmation/,
  },
  {
    name: 'blocks of which one user buys more than a tenth',
    file: 'server/areas/trading/block.ts',
    from: 'bought: boughtSoFar(deciding, user, offer.id),',
    to: 'bought: 0n as Quantity,',
    found: /^blocks: block \d+ of user \d+: \d+ is more than a tenth/,
  },
  {
    name: 'a block that is not locked',
    file: 'core/trading/tick.ts',
    from: 'expiresAt: offer.unlocksAt, isLocked: true })',
    to: 'expiresAt: offer.unlocksAt, isLocked: false })',
    found: /^blocks: order \d+ has shares that are OPEN before the lock-up ends/,
  },
  {
    name: 'a block that is taken back',
    file: 'core/trading/commands.ts',
    from: 'if (!isLive(order) || order.block !== undefined) return',
    to: 'if (!isLive(order)) return',
    found: /^blocks: order \d+ for a block was cancelled/,
  },
  {
    name: 'a block that is sold although it is sold out',
    about: 'the last of a block',
    file: 'core/trading/tick.ts',
    from: "else if (isSoldOut(order, passed, blocks)) endOrder(trading, order, 'SOLD_OUT', at)\n",
    to: '',
    found: /^blocks: order \d+ is filled, and \d+ were left/,
  },
  {
    name: 'a block without permission',
    file: 'core/blocks/block-order.ts',
    from: 'if (facts.permission !== undefined) return facts.permission\n',
    to: '',
    found: /^blocks: order \d+ is of user \d+, who has no permission/,
  },
]

/** Bugs of blocks that the simulation must find. */
export const plantedBlocks: readonly Planted[] = bugs.map((bug) => ({ about: 'blocks', ...bug }))
