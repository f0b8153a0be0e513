import { calls } from '@mex/contract/calls.ts'
import type { Call } from '@mex/contract/call.ts'
import { handlers as accountHandlers } from '#areas/account/handlers.ts'
import { registrationHandlers, securityHandlers } from '#areas/account/security-handlers.ts'
import { handlers as contentHandlers } from '#areas/content/handlers.ts'
import { handlers as fundingHandlers } from '#areas/funding/handlers.ts'
import { personOf } from '#areas/account/actions.ts'
import { handlers as kycHandlers } from '#areas/kyc/handlers.ts'
import { tradingHandlers } from '#areas/trading/handlers.ts'
import { auditHandlers } from '#areas/market/audit.ts'
import { marketHandlers } from '#areas/market/handlers.ts'
import { handlers as filesHandlers } from '#areas/files/handlers.ts'
import { fundHandlers } from '#areas/trading/fund.ts'
import { handlers as recordsHandlers } from '#areas/records/handlers.ts'
import { watchedKeys } from '#areas/watchlist/actions.ts'
import { dayResult, fillsAtQuote, openResults } from '#areas/trading/actions.ts'
import { fundingOverview, type ResultParts } from '#areas/wallet/actions.ts'
import { handlers as walletHandlers, historyHandlers } from '#areas/wallet/handlers.ts'
import { handlers as watchlistHandlers } from '#areas/watchlist/handlers.ts'
import type { Handler } from '#http/routes.ts'
import { leavingParts, type Parts } from './parts.ts'

export type Entry = { readonly call: Call; readonly handler: Handler }

type Facts = { readonly version: string; readonly predictable: boolean; readonly supportUrl: string | undefined }

/** What the wallet area asks the areas with open contracts. */
export const resultParts = ({ desk }: Pick<Parts, 'desk'>): ResultParts => ({
  openResults: (tx, context) => openResults(desk, tx, context),
  dayResult: (_, context) => dayResult(desk, context),
})

/** Every call of the contract with the function that keeps it: a missing one does not compile. */
export function callTable(parts: Parts, facts: Facts): Entry[] {
  const { desk, traditional } = parts
  const results = resultParts(parts)
  const table = {
    account: accountHandlers({
      ...parts.account,
      ...facts,
      overview: (input, context) => fundingOverview(input, context, results),
    }),
    registration: registrationHandlers(parts.account),
    security: securityHandlers(parts.account),
    trading: {
      ...tradingHandlers(desk),
      ...historyHandlers({ traditional }),
    },
    market: marketHandlers({ desk: parts.market, watchedKeys, fund: fundHandlers(desk) }),
    wallet: walletHandlers({ ...results, transfers: parts.transfers, traditional }),
    funding: fundingHandlers({ funding: parts.funding, traditional }),
    watchlist: watchlistHandlers({ market: parts.market, traditional }),
    content: contentHandlers({ traditional }),
    records: recordsHandlers({ ...leavingParts(parts), results, traditional }),
    audit: auditHandlers({ feed: parts.source.feed, drawn: parts.source.drawn, fillsAt: fillsAtQuote }),
    files: filesHandlers(parts.files),
    kyc: kycHandlers({ verifications: parts.verifications, userOf: personOf }),
  } satisfies Record<keyof typeof calls, Record<string, unknown>>
  return Object.entries(table).flatMap(([area, handlers]) =>
    Object.entries(calls[area as keyof typeof table]).map(([name, call]) => ({
      call,
      handler: (handlers as Record<string, Handler>)[name] as Handler,
    })),
  )
}
