import type { WatchlistRefusal } from '@mex/core/watchlist/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about groups of the watchlist. */
export const watchlistRefusals: Readonly<Record<WatchlistRefusal, RefusalText>> = {
  group_exists: refusal(2810, 'A group has this name already', '已有同名分组'),
  too_many_groups: refusal(2811, 'At most {n} groups', '最多 {n} 个分组'),
}
