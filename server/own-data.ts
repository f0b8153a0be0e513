import { ownData as account } from '#areas/account/actions.ts'
import { ownData as content } from '#areas/content/actions.ts'
import { ownData as files } from '#areas/files/actions.ts'
import { ownData as funding } from '#areas/funding/actions.ts'
import { ownData as kyc } from '#areas/kyc/actions.ts'
import { ownData as ledger } from '#areas/ledger/actions.ts'
import { ownData as records } from '#areas/records/actions.ts'
import { ownData as trading } from '#areas/trading/actions.ts'
import { ownData as wallet } from '#areas/wallet/actions.ts'
import { ownData as watchlist } from '#areas/watchlist/actions.ts'
import type { OwnData } from '#db/own-data.ts'

/** What every area keeps about people. The account comes last: it erases the names that the others are found by. */
export const everyOwnData: readonly OwnData[] = [
  content,
  files,
  funding,
  kyc,
  ledger,
  records,
  trading,
  wallet,
  watchlist,
  account,
]
