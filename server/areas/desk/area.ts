import type { Area } from '#area.ts'
import { jobs } from './jobs.ts'

export const area = {
  name: 'desk',
  jobs: (services, { handledUntil }) => jobs({ ...services, db: services.store.db, handledUntil }),
} satisfies Area
