import { readFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CommitmentBroken } from '#areas/market/commitments.ts'
import { isoInstant } from '#clock.ts'
import { OtherSettings } from '#db/membership.ts'
import { StoreTaken } from '#db/server-session.ts'
import { NewerTables, TablesInUse } from '#db/migrate.ts'
import { WrongRoles } from '#db/roles.ts'
import { BadTable } from '#feeds/csv.ts'
import { startupErrorText } from './startup-errors.ts'
import { describeSettings, WrongSetting } from './environment.ts'
import { OtherKeys } from './installation-keys.ts'
import { openLog } from './log.ts'
import { openServer, readSettings } from './server.ts'
import { stopOnSignal } from './stop-signals.ts'
import { endOnUncaught } from './uncaught.ts'

const root = join(import.meta.dirname, '..')

/** The version of the product, which only package.json has. */
async function readVersion(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string }
  return version
}

function isForOperator(error: unknown): error is Error {
  return (
    error instanceof WrongSetting ||
    error instanceof StoreTaken ||
    error instanceof OtherSettings ||
    error instanceof OtherKeys ||
    error instanceof NewerTables ||
    error instanceof TablesInUse ||
    error instanceof WrongRoles ||
    error instanceof BadTable ||
    error instanceof CommitmentBroken
  )
}

/** Told to stop before it has opened: it may wait for another server to end (STANDBY=on). */
const stop = new AbortController()

async function start(): Promise<void> {
  const settings = readSettings(process.env)
  const log = openLog(settings.logLevel)
  endOnUncaught(log)
  const web = join(root, 'web', 'dist')
  const opening = openServer({
    settings,
    stop: stop.signal,
    version: await readVersion(),
    webFolder: existsSync(web) ? web : undefined,
    log,
    // Not 0, as when it is told to end: a supervisor starts it again.
    onGivenUp: () => process.exit(1),
  })
  // Before opening has finished: a server that is stopped while it opens may already have started a database.
  stopOnSignal(() => {
    console.log('\n  Stopping: requests under way are answered first. A second signal ends at once.\n')
    stop.abort()
    return opening.then(
      (server) => server.close(),
      () => undefined,
    )
  })
  const server = await opening
  console.log(`\n  ${settings.title} · Practice (simulated money) is open:\n\n      ${server.url}\n`)
  if (settings.market === 'replay')
    console.log(`  Replaying real history; the market clock reads ${isoInstant(server.clock.now())}\n`)
}

if (process.argv.includes('--help')) {
  console.log(`npm start [-- --help]\n\n${describeSettings()}`)
} else {
  start().catch((error: unknown) => {
    if (stop.signal.aborted) return
    console.error(isForOperator(error) ? error.message : (startupErrorText(error) ?? error))
    process.exit(1)
  })
}
