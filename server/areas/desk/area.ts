import type { Area } from '#area.ts'
import { jobs } from './jobs.ts'

export const area = {
  name: 'desk',
  jobs: (dependencies, { handledUntil }) => jobs({ ...dependencies, db: dependencies.store.db, handledUntil }),
} satisfies Area
