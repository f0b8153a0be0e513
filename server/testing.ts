import type { Proved } from '#areas/ledger/follow-chain.ts'
import { openSpreadCheck } from '#areas/ledger/spread-check.ts'
import { loadCheckpoint, secretOf, type Sign } from '#areas/ledger/checkpoint.ts'
import { verifyLedger, verifySince } from '#areas/ledger/verify.ts'
import { verifyBonds } from '#areas/bonds/verify.ts'
import { verifyRobots } from '#areas/robots/verify.ts'
import { verifyFollow } from '#areas/follow/verify.ts'
import { allottedPositions } from '#areas/offerings/verify-positions.ts'
import { verifyOfferings } from '#areas/offerings/verify.ts'
import { verifyFills } from '#areas/trading/verify/verify.ts'
import type { Pauses } from '#areas/trading/verify/pauses.ts'
import { linkAllJournals } from './areas/testing.ts'
import { recordsOf } from '#areas/quantify/records.ts'
import { hasOrders, verifyOrders } from '#areas/quantify/verify.ts'
import { parseInstant } from './clock.ts'
import { openPatient } from './db/database.ts'
import { inTransaction, type Database } from './db/sql.ts'
import type { BondMarket } from './feeds/bond-market.ts'
import { openCatalogue } from './feeds/catalogue.ts'
import { openDaySecrets } from './feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from './feeds/simulator/simulated-feed.ts'
import type { MarketSource } from './market-source.ts'
import { everyEvidence } from './areas.ts'

/** The server's door for everything that tests it from outside: worlds, the simulation, kills, measurements. */
export {
  openTestPostgres,
  openTestDatabase,
  withTestPostgres,
  type TestDatabase,
  type TestPostgres,
} from './db/testing.ts'
export { freePort, openEmbedded } from './db/embedded.ts'
export { keyed, openPerson as addPerson } from './areas/testing.ts'
export { nextCutOff } from '#areas/trading/overnight/overnight.ts'
export { publishArticle } from './areas/content/articles.ts'
export { chatThreads, operatorReply } from './areas/content/chat.ts'
export { openSteppedClock, type SteppedClock } from './clock.ts'
export { connect, sql, type Connection } from './db/sql.ts'
export { growLedger } from './grown-ledger-testing.ts'
export { paintNoise, paintPicture } from './areas/picture-testing.ts'
export { openDeciding, type Deciding } from './deciding-testing.ts'
export { computeRecords, type NavOn } from './deciding-investments-testing.ts'
export { allowPayouts, payPassword } from './deciding-funding-testing.ts'
export type { Feed } from './feeds/feed.ts'
export { openMarketSource } from './market-source.ts'
export { writeFolder as writeReplayFolder } from './feeds/replay/write-folder.ts'
export { openSourceServer, saidQuote, saidHistory, saidQuotes, type SourceServer } from './feeds/live/source-testing.ts'
export { pino } from 'pino'
export { openHalts } from './areas/desk/halts.ts'
export { haltHistory, haltsNow } from './areas/desk/store-halts.ts'
export { gapsBetween } from './areas/market/gaps.ts'
export { settlementRate } from './areas/wallet/rates.ts'
export * as deskDoors from './areas/desk/actions.ts'
export { commands } from './ops/commands.ts'
export { checkFills, inParts } from './ops/fills.ts'
export { runOps, type Shell } from './ops/run.ts'
export { systemRandomness } from './randomness.ts'
export { openAuthenticator } from './areas/account/authenticator-testing.ts'
export { openLog } from './log.ts'
export { describeSettings } from './environment.ts'
export { orderProducts } from './areas.ts'
export { openQuietLog } from './log-testing.ts'
export { until } from './waiting-testing.ts'
export type { Server } from './server.ts'

/** The bonds of the simulated market of a seed. */
export const openBondsOfSeed = (seed: string): BondMarket =>
  openSimulatedFeed({
    keys: openDaySecrets(Buffer.from(seed), modelVersion),
    catalogue: openCatalogue(),
    practiceHours: true,
  }).bonds

/** Later than anything that is written with a clock of a test. */
const longAfter = parseInstant('2100-01-01T00:00:00Z') ?? 0

/**
 * Links every journal into the hash chain, checks the ledger (rulebook §8.5) and recomputes every fill from its quote
 * (§15). Returns the findings as sentences. `now` is the time of the market clock (epoch milliseconds). Missed fills are
 * searched up to `pauses.until`.
 */
export async function findingsOf(
  db: Database,
  market: Pick<MarketSource, 'feed' | 'describe' | 'calendars' | 'interest' | 'quoteAgeSecondsMax'>,
  now: number,
  pauses: Pauses = { gaps: [], halts: [], until: 0, speeds: [] },
): Promise<string[]> {
  await linkAllJournals(db)
  const ledger = await verifyLedger(db, { evidence: everyEvidence, linkedUntil: longAfter })
  const fills = await verifyFills(db, {
    ...market,
    now: longAfter,
    pauses,
    settledUntil: now,
    allotted: allottedPositions(market.feed, now),
  })
  const offerings = await verifyOfferings(db, market.feed, now)
  const bonds = await verifyBonds(db, { feed: market.feed, now, settledUntil: -Infinity })
  const robots = await verifyRobots(db, { feed: market.feed, now, settledUntil: -Infinity })
  // The records take seconds, which only those tests wait for that use them.
  const quantify = (await hasOrders(db))
    ? await verifyOrders(db, await recordsOf(market.feed, now), { feed: market.feed, now, settledUntil: -Infinity })
    : { findings: [] }
  const follow = await verifyFollow(db, { feed: market.feed, now, settledUntil: -Infinity })
  return [
    ...quantify.findings,
    ...follow.findings,
    ...bonds.findings,
    ...robots.findings,
    ...offerings.findings,
    ...ledger.map(({ invariant, message }) => `${invariant}: ${message}`),
    ...fills.findings.map(({ about, message }) => `${about}: ${message}`),
  ]
}

/**
 * The ledger check of a running server, for repeated calls: `continued` goes on from its checkpoint, and `page` checks the next
 * pages of what is spread over the day, as the server does each second. The database is one that runs on this machine.
 */
export function openLedgerCheck(connectionString: string, sign: Sign) {
  const { db } = openPatient(connectionString, true)
  const secret = secretOf(sign)
  const spread = openSpreadCheck(db, { evidence: everyEvidence, secret })
  let proved: Proved | undefined
  async function proceed(): Promise<Proved> {
    const trusted = await inTransaction(db, (tx) => loadCheckpoint(tx, sign))
    if (trusted === undefined) throw new Error('The server has proved its ledger')
    const checked = await verifySince(db, everyEvidence, { secret, trusted })
    if (checked === 'differs' || checked.proved === undefined)
      throw new Error(`The ledger is inconsistent: ${JSON.stringify(checked)}`)
    spread.hurry(checked.users)
    return checked.proved
  }
  return async (how: 'continued' | 'page'): Promise<void> => {
    if (how === 'continued' || proved === undefined) proved = await proceed()
    if (how === 'continued') return
    spread.begin(proved)
    const findings = await spread.step()
    if (findings.length > 0) throw new Error(`The ledger is inconsistent: ${JSON.stringify(findings)}`)
  }
}
export { advisoryLocks } from './db/advisory-locks.ts'
