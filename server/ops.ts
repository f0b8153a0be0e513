import { parseArgs } from 'node:util'
import { allEvidence, verifyLedger } from '#areas/ledger/actions.ts'
import { evidence as tradingEvidence, verifyFills } from '#areas/trading/actions.ts'
import { evidence as walletEvidence } from '#areas/wallet/actions.ts'
import { systemChance } from '#chance.ts'
import { openClock } from '#clock.ts'
import { openEmbedded } from '#db/embedded.ts'
import { connect, type Database } from '#db/sql.ts'
import { readSettings, type Settings } from './environment.ts'
import { openMarketSource } from './market-source.ts'
import { openSecrets } from './secrets.ts'

const usage = `npm run ops -- COMMAND

  verify ledger    recomputes the books from their raw lines
  verify fills     recomputes the price of every fill from the quote that it names

Exits with 1 when anything differs.`

type Tools = { readonly db: Database; readonly settings: Settings }
type Command = (tools: Tools, args: readonly string[]) => Promise<boolean>

/** Prints findings and answers whether there were none. */
function report(
  what: string,
  findings: readonly { readonly message: string }[],
  line: (index: number) => string,
): boolean {
  for (const [index] of findings.entries()) console.log(line(index))
  console.log(findings.length === 0 ? `${what}: everything is right` : `${what}: ${findings.length} differences`)
  return findings.length === 0
}

/** Journals of the last seconds may still be waiting for their seal. */
const sealGraceMilliseconds = 5000

const verifyBooks: Command = async ({ db }) => {
  const now = openClock().now()
  const evidence = allEvidence([tradingEvidence, walletEvidence])
  const findings = await verifyLedger(db, { evidence, sealedUntil: now - sealGraceMilliseconds })
  return report('ledger', findings, (index) => `${findings[index]?.invariant ?? ''}: ${findings[index]?.message ?? ''}`)
}

const verifyPrices: Command = async ({ db, settings }) => {
  const secrets = await openSecrets(settings.dataFolder, systemChance)
  const { feed, describe } = await openMarketSource(settings, secrets.market)
  const { checked, findings } = await verifyFills(db, { feed, describe, now: Number.MAX_SAFE_INTEGER })
  console.log(`${checked} fills looked at`)
  return report('fills', findings, (index) => `${findings[index]?.about ?? ''}: ${findings[index]?.message ?? ''}`)
}

const commands: Readonly<Record<string, Command>> = { 'verify ledger': verifyBooks, 'verify fills': verifyPrices }

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
