import { account } from './account/calls.ts'
import { audit } from './market/audit.ts'
import type { Call } from './call.ts'
import { content } from './content/calls.ts'
import { files } from './files/calls.ts'
import { funding } from './funding/calls.ts'
import { kyc } from './kyc/calls.ts'
import { market } from './market/calls.ts'
import { registration } from './account/registration.ts'
import { security } from './account/security.ts'
import { records } from './records/calls.ts'
import { trading } from './trading/calls.ts'
import { wallet } from './wallet/calls.ts'
import { watchlist } from './watchlist/calls.ts'

/** Named, because TypeScript would write the inferred types of all calls into the declaration: half a megabyte. */
type Calls = {
  readonly account: typeof account
  readonly market: typeof market
  readonly watchlist: typeof watchlist
  readonly trading: typeof trading
  readonly wallet: typeof wallet
  readonly funding: typeof funding
  readonly content: typeof content
  readonly files: typeof files
  readonly kyc: typeof kyc
  readonly registration: typeof registration
  readonly security: typeof security
  readonly records: typeof records
  readonly audit: typeof audit
}

/** Every promise between the web and the server, by business area. */
export const calls: Calls = {
  account,
  market,
  watchlist,
  trading,
  wallet,
  funding,
  content,
  files,
  kyc,
  registration,
  security,
  records,
  audit,
}

/** The same as one list, each with its area and name. */
export const everyCall: readonly { readonly area: string; readonly name: string; readonly call: Call }[] =
  Object.entries(calls).flatMap(([area, group]) =>
    Object.entries(group as Readonly<Record<string, Call>>).map(([name, call]) => ({ area, name, call })),
  )
