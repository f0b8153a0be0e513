import type { Area } from '#area.ts'
import { jobs } from './jobs.ts'

export const area = {
  name: 'desk',
  jobs: (parts, { handledUntil }) => jobs({ ...parts, db: parts.store.db, handledUntil }),
} satisfies Area
