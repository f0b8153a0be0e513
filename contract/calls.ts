import { account } from './account.ts'
import { audit } from './audit.ts'
import type { Call } from './call.ts'
import { content } from './content.ts'
import { files } from './files.ts'
import { funding } from './funding.ts'
import { kyc } from './kyc.ts'
import { market } from './market.ts'
import { registration } from './registration.ts'
import { security } from './security.ts'
import { records } from './records.ts'
import { trading } from './trading.ts'
import { wallet } from './wallet.ts'
import { watchlist } from './watchlist.ts'

/** Every promise between the web and the server, by business area. */
export const calls = {
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
