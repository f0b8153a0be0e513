import type { Area } from '#area.ts'
import { resultsOf } from '#areas/trading/today.ts'
import type { Services } from '#services.ts'
import type { LeavingParts } from './account-closing.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

const closingParts = ({ store, desk, account, ownData: everybody }: Services): LeavingParts => ({
  db: store.db,
  desk,
  account,
  ownData: everybody,
})

export const area = {
  name: 'records',
  handlers: (services) => ({
    records: handlers({
      ...closingParts(services),
      results: resultsOf(services.desk),
      traditional: services.traditional,
    }),
  }),
  jobs: (services) => jobs(closingParts(services)),
  ownData,
} satisfies Area
