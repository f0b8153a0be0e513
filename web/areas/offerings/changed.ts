import { account } from '@mex/contract/account/calls.ts'
import { offerings } from '@mex/contract/offerings/calls.ts'
import { placings } from '@mex/contract/offerings/placing-calls.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'

/** The answers that an application, an addition or a cancel changes. */
export const changedByApplications = [
  offerings.applications,
  offerings.issues,
  offerings.issue,
  offerings.affordable,
  placings.list,
  placings.applications,
  wallet.balance,
  wallet.bills,
  account.overview,
  trading.bills,
  trading.positions,
]
