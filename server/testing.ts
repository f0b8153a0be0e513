import { allEvidence, sealJournals, verifyLedger } from '#areas/ledger/actions.ts'
import { evidence as tradingEvidence, verifyFills } from '#areas/trading/actions.ts'
import { evidence as walletEvidence } from '#areas/wallet/actions.ts'
import { parseInstant } from './clock.ts'
import type { Database } from './db/sql.ts'
import type { MarketSource } from './market-source.ts'

/** The server's door for everything that tests it from outside: worlds, the simulation, kills, measurements. */
export { openTestPostgres, openTestDatabase, type TestDatabase, type TestPostgres } from './db/testing.ts'
export { openSteppedClock, type SteppedClock } from './clock.ts'
export type { Server } from './server.ts'

/** Later than anything that is written with a clock of a test. */
const longAfter = parseInstant('2100-01-01T00:00:00Z') ?? 0
const sealTries = 100
const restMilliseconds = 50

const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, restMilliseconds))

async function seal(db: Database): Promise<void> {
  while ((await sealJournals(db)) > 0);
}

/**
 * Seals every journal, then checks the books (rulebook §8.5) and recomputes every fill from its quote (§15). Answers
 * what is wrong as sentences: empty when everything is right. Transactions of other databases of the same server hold
 * the seal back while they last, so it is waited for.
 */
export async function findingsOf(
  db: Database,
  { feed, describe }: Pick<MarketSource, 'feed' | 'describe'>,
): Promise<string[]> {
  const evidence = allEvidence([tradingEvidence, walletEvidence])
  await seal(db)
  let books = await verifyLedger(db, { evidence, sealedUntil: longAfter })
  for (let tries = 1; tries < sealTries && books.some(({ message }) => message.includes('no seal')); tries += 1) {
    await rest()
    await seal(db)
    books = await verifyLedger(db, { evidence, sealedUntil: longAfter })
  }
  const fills = await verifyFills(db, { feed, describe, now: longAfter })
  return [
    ...books.map(({ invariant, message }) => `${invariant}: ${message}`),
    ...fills.findings.map(({ about, message }) => `${about}: ${message}`),
  ]
}
