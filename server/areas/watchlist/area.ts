import type { Area } from '#area.ts'
import { groupHandlers } from './groups.ts'
import { handlers } from './handlers.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'watchlist',
  handlers: ({ market, traditional }) => ({ watchlist: handlers({ market, traditional }), watchGroups: groupHandlers }),
  ownData,
} satisfies Area
