import type { Area } from '#area.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

export const area = {
  name: 'ledger',
  jobs: ({ store }) => jobs(store.db),
  ownData,
} satisfies Area
