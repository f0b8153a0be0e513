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
    deposit: depositFrames(store.db),
    withdrawal: withdrawalFrames(store.db),
  }),
  evidence,
  ownData,
} satisfies Area
