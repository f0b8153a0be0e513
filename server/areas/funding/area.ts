import type { Area } from '#area.ts'
import { evidence } from './evidence.ts'
import { depositFrames, withdrawalFrames } from './frames.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'funding',
  handlers: ({ funding, traditional }) => ({ funding: handlers({ funding, traditional }) }),
  jobs,
  frames: ({ store }) => ({
    deposit: (userId, ids) => depositFrames(store.db, userId, ids),
    withdrawal: (userId, ids) => withdrawalFrames(store.db, userId, ids),
  }),
  evidence,
  ownData,
} satisfies Area
