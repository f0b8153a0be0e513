import { join } from 'node:path'
import type { Traditional } from '@mex/contract/text.ts'
import { openAlertDevices, type AlertDevices, type Told } from '#areas/alerts/devices.ts'
import { openPushService } from '#areas/alerts/push-service.ts'
import { openAlerts, type Alerts } from '#areas/alerts/watch.ts'
import { openCountries } from '#areas/account/countries.ts'
import { openLegalDocuments } from '#areas/account/legal-documents.ts'
import { openMail, type MailTransport } from '#areas/account/mail.ts'
import type { LedgerState } from '#areas/ledger/ledger-state.ts'
import { openLegalPdfs, type LegalPdfs } from '#areas/account/legal-pdfs.ts'
import { openPasswords } from '#areas/account/passwords.ts'
import { openSessions, sharedCacheMilliseconds, type Sessions } from '#areas/account/sessions.ts'
import type { AccountDependencies } from '#areas/account/dependencies.ts'
import { openBondTrades, type BondTrades } from '#areas/bonds/trades.ts'
import { mutedUntil } from '#areas/content/chat.ts'
import { openContent, type Content } from '#areas/content/actions.ts'
import { openFiles, type Files } from '#areas/files/actions.ts'
import { openFollows, type Follows } from '#areas/follow/orders.ts'
import { openFunding, type Funding } from '#areas/funding/actions.ts'
import { openVerifications, type Verifications } from '#areas/kyc/actions.ts'
import type { Sign } from '#areas/ledger/checkpoint.ts'
import { openOfferings, type Offerings } from '#areas/offerings/actions.ts'
import { openSubscriptions, type Subscriptions } from '#areas/quantify/subscriptions.ts'
import { openRobotRentals, type RobotRentals } from '#areas/robots/rentals.ts'
import { openTradingEngine, type TradingEngine } from '#areas/trading/engine.ts'
import { openMarketData, type MarketData } from '#areas/market/market-data.ts'
import { openHalts, type Halts } from '#areas/desk/halts.ts'
import { openTransfers, type Transfers } from '#areas/wallet/transfers.ts'
import { blockRefusal } from './block-refusal.ts'
import { resetRefusal } from './reset-refusal.ts'
import type { Clock } from './clock.ts'
import type { Members } from './members.ts'
import type { Randomness } from './randomness.ts'
import type { LaneLimits, ListTimes } from '#db/lane.ts'
import type { OwnData } from '#db/own-data.ts'
import { openNetworkQuotas, type QuotaLimits } from '#db/network-quotas.ts'
import type { Store } from '#db/database.ts'
import type { Settings } from './environment.ts'
import { openSimplified } from './simplified-chinese.ts'
import { fundingChecks } from './funding-checks.ts'
import { openEncryption } from './encryption.ts'
import type { MarketSource } from './market-source.ts'
import type { Secrets } from './secrets.ts'

/** Dependencies of the areas, opened once. */
export type Dependencies = {
  readonly store: Store
  readonly source: MarketSource
  readonly clock: Clock
  /** The servers of the store, if this is one of several. */
  readonly members: Members | undefined
  readonly traditional: Traditional
  /** Result of the last hourly check of the ledger. */
  readonly ledger: LedgerState
  /** Signs what only this installation may say of its ledger, with a key outside of the database. */
  readonly sign: Sign
  readonly sessions: Sessions
  readonly mail: MailTransport
  readonly account: AccountDependencies
  readonly papers: LegalPdfs
  readonly transfers: Transfers
  readonly funding: Funding
  readonly files: Files
  readonly verifications: Verifications
  readonly engine: TradingEngine
  readonly offerings: Offerings
  readonly bondTrades: BondTrades
  readonly subscriptions: Subscriptions
  readonly follows: Follows
  readonly robotRentals: RobotRentals
  readonly market: MarketData
  readonly alerts: Alerts
  readonly alertDevices: AlertDevices
  readonly content: Content
  readonly halts: Halts
  /** Whether charts and records are computed before anybody asks for them (setting LOOK_AHEAD). */
  readonly looksAhead: boolean
  /** A file outside the database to which anchors are appended too (setting ANCHOR_FILE). */
  readonly anchorFile: string | undefined
  /** The personal data of all areas. */
  readonly ownData: readonly OwnData[]
}

export type DependenciesOptions = {
  readonly settings: Settings
  readonly secrets: Secrets
  readonly store: Store
  readonly source: MarketSource
  readonly clock: Clock
  readonly members: Members | undefined
  readonly randomness: Randomness
  readonly traditional: Traditional
  /** What every area keeps about people. */
  readonly ownData: readonly OwnData[]
  readonly log: (message: string) => void
  /** Called when a batch of orders lost its connection or failed after its commit. */
  readonly failed: (error: unknown) => void
  /** Called after a commit that wrote to the outbox. */
  readonly wake: () => void
  readonly laneLimits: LaneLimits | undefined
  /** Called after each list of the trading lane. */
  readonly onList: (times: ListTimes) => void
  /** Daily quotas of a network, if other than the settings. */
  readonly quotaLimits: QuotaLimits | undefined
}

const dataFolder = join(import.meta.dirname, '..', 'data')
const legalFolder = join(dataFolder, 'legal')
const helpFolder = join(dataFolder, 'help')
const loopback = new Set(['127.0.0.1', '::1', 'localhost'])

/** Dependencies of the account area. */
async function openAccount(
  { settings, secrets, randomness, traditional }: DependenciesOptions,
  {
    sessions,
    countries,
    verifications,
    quotas,
  }: Pick<Dependencies, 'sessions' | 'verifications'> & Pick<AccountDependencies, 'countries' | 'quotas'>,
): Promise<AccountDependencies> {
  return {
    randomness,
    codeSecret: secrets.hmac,
    encryption: openEncryption(secrets.papers, 'people', randomness),
    countries,
    submitDocuments: (tx, company, papers, now) => verifications.submitVerification(tx, company, papers, now),
    passwords: openPasswords({ pepper: secrets.pepper, randomness }),
    passwordPolicy: settings.passwordPolicy,
    quotas,
    sessions,
    documents: await openLegalDocuments(legalFolder),
    // Only if no other machine can connect, directly or through a proxy, and no mail is sent (rulebook §34-14). A server
    // with a public name has a proxy in front of it, which may add no header that shows it.
    codeInAnswer:
      settings.smtpUrl === undefined &&
      settings.trustProxy === undefined &&
      settings.publicHost === undefined &&
      loopback.has(settings.host),
    title: settings.title,
    traditional,
  }
}

export async function openDependencies(options: DependenciesOptions): Promise<Dependencies> {
  const { settings, secrets, store, source, clock, randomness, traditional, log, wake } = options
  const { db } = store
  const ledger: LedgerState = { isConsistent: true }
  const books = openEncryption(secrets.hmac, 'ledger', randomness)
  const { members } = options
  const halts = await openHalts(db, { isShared: members !== undefined })
  members?.follow(halts)
  const sessions = openSessions(db, members === undefined ? {} : { keptMilliseconds: sharedCacheMilliseconds })
  const countries = openCountries(dataFolder)
  const quotas = openNetworkQuotas({
    encryption: openEncryption(secrets.hmac, 'networks', randomness),
    wall: () => clock.wall(),
    limits: options.quotaLimits,
  })
  const files = openFiles({
    db,
    secret: secrets.papers,
    randomness,
    speed: clock.speed,
    quotas,
    isMuted: async (tx, userId) => (await mutedUntil(tx, userId, clock.wall())) !== undefined,
  })
  const mail = openMail({ smtpUrl: settings.smtpUrl, from: `${settings.title} Practice <${settings.mailFrom}>`, log })
  const verifications = openVerifications({
    db,
    secret: secrets.papers,
    randomness,
    files,
    hasCountry: (code) => countries.has(code),
  })
  const prices = openPrices(options, halts)
  const account = await openAccount(options, { sessions, countries, verifications, quotas })
  return {
    store,
    source,
    clock,
    members,
    traditional,
    ledger,
    sign: (text) => books.digest(text),
    halts,
    looksAhead: settings.looksAhead,
    anchorFile: settings.anchorFile,
    ownData: options.ownData,
    sessions,
    mail,
    account,
    papers: openLegalPdfs({
      documents: account.documents,
      traditional,
      title: settings.title,
      folder: join(settings.dataFolder, 'legal'),
    }),
    ...prices,
    content: await openContent({
      db,
      helpFolder,
      market: prices.market,
      traditional,
      simplified: openSimplified(),
      speed: clock.speed,
      wake,
    }),
    ...openMoney(options, account),
    files,
    verifications,
    engine: openEngine(options, ledger, halts),
  }
}

/** Prices for the calls and the push, and the alerts that watch them. */
function openPrices(
  { settings, secrets, store: { db }, source, clock, members, traditional, wake, failed }: DependenciesOptions,
  halts: Halts,
): Pick<Dependencies, 'market' | 'alerts' | 'alertDevices'> {
  const { feed, bars, catalogue, describe } = source
  const market = openMarketData({
    feed,
    bars,
    catalogue,
    hours: settings.practiceHours ? 'practice' : 'real',
    traditional,
    isHalted: (key) => halts.isHalted(key),
  })
  const dayOf = (key: string, now: number) => market.board.row(describe(key, now), now)?.day
  const { webPushContact: contact } = settings
  const alertDevices = openAlertDevices({
    db,
    service: contact === undefined ? undefined : openPushService({ secret: secrets.webPush, contact }),
    traditional,
    wall: () => clock.wall(),
    onError: failed,
  })
  const shown = { db, feed, describe, dayOf, isShared: members !== undefined }
  const tell = (told: readonly Told[]) => void alertDevices.tell(told)
  return { market, alertDevices, alerts: openAlerts({ ...shown, wake, tell, onError: failed }) }
}

/** What moves money beside the trading engine. */
function openMoney(
  { store: { db }, source, secrets, randomness, clock, traditional }: DependenciesOptions,
  { passwords }: Pick<AccountDependencies, 'passwords'>,
): Pick<
  Dependencies,
  'transfers' | 'funding' | 'offerings' | 'bondTrades' | 'subscriptions' | 'follows' | 'robotRentals'
> {
  const { feed, quoteAgeSecondsMax } = source
  return {
    transfers: openTransfers({ db, feed, quoteAgeSecondsMax }),
    funding: openFunding({
      db,
      feed,
      chainSecret: secrets.chain,
      encryption: openEncryption(secrets.papers, 'cards', randomness),
      checks: fundingChecks({ clock, passwords }),
    }),
    offerings: openOfferings({ db, feed, traditional, resetRefusal }),
    bondTrades: openBondTrades({ db, feed, traditional, resetRefusal }),
    subscriptions: openSubscriptions({ db, feed, traditional, resetRefusal }),
    follows: openFollows({ db, feed, describe: source.describe, traditional, resetRefusal }),
    robotRentals: openRobotRentals({ db, feed, traditional, resetRefusal }),
  }
}

/** The trading engine; while the ledger is wrong it accepts no new orders. */
function openEngine(
  { store, source, clock, members, traditional, failed, wake, laneLimits, onList }: DependenciesOptions,
  ledger: Dependencies['ledger'],
  halts: Halts,
): TradingEngine {
  const { feed, quoteAgeSecondsMax } = source
  return openTradingEngine({
    db: store.db,
    feed,
    clock,
    calendars: source.calendars,
    interest: source.interest,
    describe: source.describe,
    find: source.find,
    traditional,
    haltedNow: halts.now,
    blockRefusal,
    resetRefusal,
    accepting: () => ledger.isConsistent && members?.booksAreRight() !== false,
    gate: members?.gate,
    quoteAgeSecondsMax,
    wake,
    laneLimits,
    onList,
    onError: failed,
  })
}
