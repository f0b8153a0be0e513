import type { Guard } from './guard.ts'
import { alerts } from './alerts.ts'
import { blocks } from './blocks.ts'
import { auctions } from './auctions.ts'
import { admission } from './admission.ts'
import { charts } from './charts.ts'
import { coins } from './coins.ts'
import { configuration } from './configuration.ts'
import { cryptography } from './cryptography.ts'
import { data } from './data.ts'
import { encoding } from './encoding.ts'
import { faults } from './faults.ts'
import { figures } from './figures.ts'
import { uploadedFiles } from './files.ts'
import { amendedOrders } from './amended-orders.ts'
import { moneyFirst } from './money-first.ts'
import { answersAndErrors } from './answers-and-errors.ts'
import { authentication } from './authentication.ts'
import { authorisation } from './authorisation.ts'
import { journeys } from './journeys.ts'
import { keys } from './keys.ts'
import { live } from './live.ts'
import { logging } from './logs.ts'
import { market } from './market.ts'
import { networks } from './networks.ts'
import { newIssues } from './new-issues.ts'
import { bonds } from './bonds.ts'
import { follow } from './follow.ts'
import { ledger } from './ledger.ts'
import { lessons } from './lessons.ts'
import { operating } from './operating.ts'
import { placings } from './placings.ts'
import { robots } from './robots.ts'
import { pricesAndListings } from './prices-and-listings.ts'
import { forbiddenCode } from './source.ts'
import { quantify } from './quantify.ts'
import { servers } from './servers.ts'
import { severalAtOnce } from './several.ts'
import { sessions } from './sessions.ts'
import { stopping } from './stopping.ts'
import { validation } from './validation.ts'
import { web } from './web.ts'

/** All guards, by subject. */
export const guards: readonly Guard[] = [
  ...admission,
  ...alerts,
  ...auctions,
  ...blocks,
  ...charts,
  ...amendedOrders,
  ...moneyFirst,
  ...answersAndErrors,
  ...authentication,
  ...authorisation,
  ...severalAtOnce,
  ...servers,
  ...sessions,
  ...keys,
  ...networks,
  ...live,
  ...market,
  ...newIssues,
  ...bonds,
  ...coins,
  ...quantify,
  ...follow,
  ...robots,
  ...lessons,
  ...ledger,
  ...placings,
  ...faults,
  ...figures,
  ...pricesAndListings,
  ...stopping,
  ...operating,
  ...forbiddenCode,
  ...encoding,
  ...validation,
  ...web,
  ...journeys,
  ...uploadedFiles,
  ...cryptography,
  ...configuration,
  ...data,
  ...logging,
]
