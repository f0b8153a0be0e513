import { account } from './account/calls.ts'
import { accountMessages } from './account/messages.ts'
import { registration } from './account/registration.ts'
import { security } from './account/security.ts'
import { authentication } from './account/authentication.ts'
import { disclosures } from './account/disclosure.ts'
import { sessions } from './account/sessions.ts'
import { alerts } from './alerts/calls.ts'
import { alertDevices } from './alerts/devices.ts'
import { alertsMessages } from './alerts/messages.ts'
import { auctions } from './auctions/calls.ts'
import { blocks } from './blocks/calls.ts'
import { blocksMessages } from './blocks/messages.ts'
import { bonds } from './bonds/calls.ts'
import { bondsMessages } from './bonds/messages.ts'
import { content } from './content/calls.ts'
import { contentMessages } from './content/messages.ts'
import { files } from './files/calls.ts'
import { follows } from './follow/calls.ts'
import { followMessages } from './follow/messages.ts'
import { funding } from './funding/calls.ts'
import { fundingMessages, fundingReasons } from './funding/messages.ts'
import { kyc } from './kyc/calls.ts'
import { kycMessages, kycReasons } from './kyc/messages.ts'
import { audit } from './market/audit.ts'
import { market } from './market/calls.ts'
import { marketDetails } from './market/details.ts'
import { marketLists } from './market/lists.ts'
import { marketScreens } from './market/screens.ts'
import { crypto } from './market/crypto.ts'
import { offerings } from './offerings/calls.ts'
import { offeringsMessages } from './offerings/messages.ts'
import { placings } from './offerings/placing-calls.ts'
import { portfolio } from './portfolio/calls.ts'
import { quantify } from './quantify/calls.ts'
import { quantifyMessages } from './quantify/messages.ts'
import { records } from './records/calls.ts'
import { recordsMessages } from './records/messages.ts'
import { robots } from './robots/calls.ts'
import { robotsMessages } from './robots/messages.ts'
import { trading } from './trading/calls.ts'
import { orderEntry } from './trading/order-entry.ts'
import { positionChanges } from './trading/position-changes.ts'
import { severalOrders } from './trading/several.ts'
import { tradingMessages } from './trading/messages.ts'
import { wallet } from './wallet/calls.ts'
import { walletMessages } from './wallet/messages.ts'
import { watchlist } from './watchlist/calls.ts'
import { watchGroups } from './watchlist/groups.ts'

/**
 * What each area promises and says, in one file for all areas: its calls and the texts of its messages. The page imports
 * the calls of an area from the area itself; it never imports this file, which knows them all
 * (docs/decisions/025-one-list-of-areas-per-part.md).
 */

/** Named, because TypeScript would write the inferred types of all calls into the declaration: half a megabyte. */
type Calls = {
  readonly account: typeof account & typeof authentication & typeof sessions & typeof disclosures
  readonly market: typeof market & typeof marketLists & typeof marketDetails & typeof marketScreens
  readonly watchlist: typeof watchlist
  readonly watchGroups: typeof watchGroups
  readonly trading: typeof trading & typeof positionChanges & typeof orderEntry & typeof severalOrders
  readonly wallet: typeof wallet
  readonly funding: typeof funding
  readonly content: typeof content
  readonly files: typeof files
  readonly kyc: typeof kyc
  readonly registration: typeof registration
  readonly security: typeof security
  readonly records: typeof records
  readonly portfolio: typeof portfolio
  readonly offerings: typeof offerings
  readonly placings: typeof placings
  readonly auctions: typeof auctions
  readonly blocks: typeof blocks
  readonly bonds: typeof bonds
  readonly quantify: typeof quantify
  readonly follows: typeof follows
  readonly robots: typeof robots
  readonly crypto: typeof crypto
  readonly audit: typeof audit
  readonly alerts: typeof alerts
  readonly alertDevices: typeof alertDevices
}

/** Every promise between the web and the server, by business area. */
export const calls: Calls = {
  account: { ...account, ...authentication, ...sessions, ...disclosures },
  market: { ...market, ...marketLists, ...marketDetails, ...marketScreens },
  watchlist,
  watchGroups,
  trading: { ...trading, ...positionChanges, ...orderEntry, ...severalOrders },
  wallet,
  funding,
  content,
  files,
  kyc,
  registration,
  security,
  records,
  portfolio,
  offerings,
  placings,
  auctions,
  blocks,
  bonds,
  quantify,
  follows,
  robots,
  crypto,
  audit,
  alerts,
  alertDevices,
}

/** Why documents, deposits, withdrawals or applications were refused; a message stores the word and shows the text. */
export const messageReasons = { ...kycReasons, ...fundingReasons } as const

/** The text of each kind of message; `{name}` is a value that comes with it, `{reason}` one of the reasons above. */
export const messageKinds = {
  ...accountMessages,
  ...kycMessages,
  ...fundingMessages,
  ...walletMessages,
  ...tradingMessages,
  ...offeringsMessages,
  ...blocksMessages,
  ...bondsMessages,
  ...quantifyMessages,
  ...followMessages,
  ...robotsMessages,
  ...recordsMessages,
  ...contentMessages,
  ...alertsMessages,
} as const
