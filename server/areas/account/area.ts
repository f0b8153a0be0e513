import type { Area } from '#area.ts'
import { resultsOf } from '#areas/trading/results/today.ts'
import { fundingOverview } from '#areas/wallet/balances.ts'
import { handlers } from './handlers.ts'
import { jobs } from './jobs.ts'
import { ownData } from './own-data.ts'
import { registrationHandlers, securityHandlers } from './security-handlers.ts'

export const area = {
  name: 'account',
  handlers: ({ account, engine }, facts) => ({
    account: handlers({
      ...account,
      ...facts,
      overview: (input, context) => fundingOverview(input, context, resultsOf(engine)),
    }),
    registration: registrationHandlers(account),
    security: securityHandlers(account),
  }),
  jobs: ({ store, clock, mail }, { log, warn }) => jobs({ db: store.db, clock, mail, log, warn }),
  ownData,
} satisfies Area
