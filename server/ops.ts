import { parseArgs } from 'node:util'
import { verifyLedger } from '#areas/ledger/actions.ts'
import { verifyQuotes } from '#areas/market/actions.ts'
import { executedQuotes, verifyFills } from '#areas/trading/actions.ts'
import { systemChance } from '#chance.ts'
import { openClock } from '#clock.ts'
import { openEmbedded } from '#db/embedded.ts'
import { connect, type Database } from '#db/sql.ts'
import { readSettings, type Settings } from './environment.ts'
import { openMarketSource } from './market-source.ts'
import { everyEvidence, sealGraceMilliseconds } from './motion.ts'
import { openSecrets } from './secrets.ts'

const usage = `npm run ops -- COMMAND

  verify ledger    recomputes the books from their raw lines
  verify fills     recomputes the price of every fill from the quote that it names
  verify quotes    holds told secrets against their commitments, and recomputes executed quotes from them alone

Exits with 1 when anything differs.`

type Tools = { readonly db: Database; readonly settings: Settings }
type Command = (tools: Tools, args: readonly string[]) => Promise<boolean>

/** Prints what was found and answers whether it was nothing. */
function report(what: string, found: readonly string[]): boolean {
  for (const line of found) console.log(line)
  console.log(found.length === 0 ? `${what}: everything is right` : `${what}: ${found.length} differences`)
  return found.length === 0
}

const verifyBooks: Command = async ({ db }) => {
  const now = openClock().now()
  const findings = await verifyLedger(db, { evidence: everyEvidence, sealedUntil: now - sealGraceMilliseconds })
  return report(
    'ledger',
    findings.map(({ invariant, message }) => `${invariant}: ${message}`),
  )
}

const verifyPrices: Command = async ({ db, settings }) => {
  const secrets = await openSecrets(settings.dataFolder, systemChance)
  const { feed, describe } = await openMarketSource(settings, secrets.market)
  const { checked, findings } = await verifyFills(db, { feed, describe, now: Number.MAX_SAFE_INTEGER })
  console.log(`${checked} fills looked at`)
  return report(
    'fills',
    findings.map(({ about, message }) => `${about}: ${message}`),
  )
}

const verifyDraws: Command = async ({ db, settings }) => {
  const secrets = await openSecrets(settings.dataFolder, systemChance)
  const { simulated, catalogue } = await openMarketSource(settings, secrets.market)
  if (simulated === undefined) {
    console.log('quotes: these prices are not drawn, so there is nothing to recompute')
    return true
  }
  const { practiceHours } = settings
  const quoteIds = await executedQuotes(db)
  const now = openClock({ speed: settings.clockSpeed, start: settings.clockStart }).now()
  const found = await verifyQuotes(db, { ...simulated, catalogue, practiceHours, now, quoteIds })
  console.log(
    `${found.days} days and ${found.quotes} executed quotes looked at; ${found.secret} are of days whose secret is not told yet`,
  )
  return report(
    'quotes',
    found.findings.map(({ about, message }) => `${about}: ${message}`),
  )
}

const commands: Readonly<Record<string, Command>> = {
  'verify ledger': verifyBooks,
  'verify fills': verifyPrices,
  'verify quotes': verifyDraws,
}

async function withDatabase(settings: Settings, work: (db: Database) => Promise<boolean>): Promise<boolean> {
  // A server that is running is used as it is; one that we had to start ourselves is stopped again.
  const server =
    settings.databaseUrl === undefined
      ? await openEmbedded(settings.dataFolder, (message) => console.error(message))
      : undefined
  const { db } = connect(settings.databaseUrl ?? server?.connectionString ?? '', 2)
  try {
    return await work(db)
  } finally {
    await db.destroy()
    if (server?.adopted === false) await server.stop()
  }
}

const { positionals } = parseArgs({ allowPositionals: true, strict: false })
const command = commands[positionals.slice(0, 2).join(' ')]
if (command === undefined) {
  console.log(usage)
  process.exit(positionals.length === 0 ? 0 : 2)
}
const settings = readSettings(process.env)
process.exit((await withDatabase(settings, (db) => command({ db, settings }, positionals.slice(2)))) ? 0 : 1)
