import { personal as account } from '#areas/account/actions.ts'
import { personal as content } from '#areas/content/actions.ts'
import { personal as funding } from '#areas/funding/actions.ts'
import { personal as ledger } from '#areas/ledger/actions.ts'
import { personal as records } from '#areas/records/actions.ts'
import { personal as trading } from '#areas/trading/actions.ts'
import { personal as wallet } from '#areas/wallet/actions.ts'
import { personal as watchlist } from '#areas/watchlist/actions.ts'
import type { PersonalData } from '#db/personal.ts'

/** What every area keeps about people. The account comes last: it erases the names that the others are found by. */
export const everyPersonal: readonly PersonalData[] = [
  content,
  funding,
  ledger,
  records,
  trading,
  wallet,
  watchlist,
  account,
]
