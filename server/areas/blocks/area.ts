import { calls } from '@mex/contract/areas.ts'
import type { Area } from '#area.ts'
import { watchedKeys } from '#areas/watchlist/store-keys.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'

/** Orders and shares of blocks are rows of trading. */
export const area = {
  name: 'blocks',
  orders: { block: [calls.blocks.create] },
  handlers: ({ market, engine }) => ({ blocks: handlers({ market, engine, watchedKeys }) }),
  jobs,
} satisfies Area
