import type { Area } from '#area.ts'
import { resultsOf } from '#areas/trading/today.ts'
import type { Parts } from '#parts.ts'
import type { LeavingParts } from './account-closing.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'

const closingParts = ({ store, desk, account, ownData: everybody }: Parts): LeavingParts => ({
  db: store.db,
  desk,
  account,
  ownData: everybody,
})

export const area = {
  name: 'records',
  handlers: (parts) => ({
    records: handlers({ ...closingParts(parts), results: resultsOf(parts.desk), traditional: parts.traditional }),
  }),
  jobs: (parts) => jobs(closingParts(parts)),
  ownData,
} satisfies Area
