import type { Area } from '#area.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'files',
  handlers: ({ files }) => ({ files: handlers(files) }),
  jobs: ({ store }) => jobs({ db: store.db }),
  ownData,
} satisfies Area
