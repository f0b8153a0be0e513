import type { BlocksRefusal } from '@mex/core/blocks/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about blocks (specification, calls B). */
export const blocksRefusals: Readonly<Record<BlocksRefusal, RefusalText>> = {
  block_too_small: refusal(2220, 'Block orders need at least 10000 shares', '大宗交易单笔至少 10000 股'),
  block_too_large: refusal(2221, 'Only {n} left', '仅剩 {n}'),
}
