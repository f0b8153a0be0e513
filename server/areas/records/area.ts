import type { Area } from '#area.ts'
import { resultsOf } from '#areas/trading/results/today.ts'
import type { Dependencies } from '#dependencies.ts'
import type { ClosingDependencies } from './account-closing.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

const closingDependencies = ({ store, engine, account, ownData: everybody }: Dependencies): ClosingDependencies => ({
  db: store.db,
  engine,
  account,
  ownData: everybody,
})

export const area = {
  name: 'records',
  handlers: (dependencies) => ({
    records: handlers({
      ...closingDependencies(dependencies),
      results: resultsOf(dependencies.engine),
      traditional: dependencies.traditional,
    }),
  }),
  jobs: (dependencies) => jobs(closingDependencies(dependencies)),
  ownData,
} satisfies Area
