import type { Area } from '#area.ts'
import { resultsOf } from '#areas/trading/today.ts'
import type { Services } from '#composition.ts'
import type { ClosingDependencies } from './account-closing.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

const closingDependencies = ({ store, engine, account, ownData: everybody }: Services): ClosingDependencies => ({
  db: store.db,
  engine,
  account,
  ownData: everybody,
})

export const area = {
  name: 'records',
  handlers: (services) => ({
    records: handlers({
      ...closingDependencies(services),
      results: resultsOf(services.engine),
      traditional: services.traditional,
    }),
  }),
  jobs: (services) => jobs(closingDependencies(services)),
  ownData,
} satisfies Area
