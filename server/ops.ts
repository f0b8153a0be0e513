import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { systemRandomness } from './randomness.ts'
import { openClock } from '#clock.ts'
import { openEmbedded } from '#db/embedded.ts'
import { expectKnown, migrations, NewerTables } from '#db/migrate.ts'
import { connect } from '#db/sql.ts'
import { appliedMigrations } from '#areas/desk/store-migrations.ts'
import { Declined } from '#areas/desk/actions.ts'
import type { Command, Tools } from '#ops/command.ts'
import { openMarket } from '#ops/open-market.ts'
import { runOps, type Shell } from '#ops/run.ts'
import { startupErrorText } from './startup-errors.ts'
import { readSettings, WrongSetting, type Settings } from './environment.ts'

type Opened = Omit<Tools, 'now' | 'wallNow' | 'speed' | 'author' | 'reason'>

/** PostgreSQL's error code for a missing table. */
const undefinedTable = '42P01'

/** Declines if a migration of this version is missing. */
async function expectUpToDate({ db }: Opened): Promise<void> {
  const found = await appliedMigrations(db).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return []
    throw error
  })
  const applied = new Set(found.map(({ name }) => name))
  const known = await migrations()
  expectKnown(applied, known)
  const missing = known.find(({ name }) => !applied.has(name))
  if (missing !== undefined)
    throw new Declined('The database is not up to date: start the server of this version once, then try again.')
}

/**
 * A restore makes all tables in its one transaction. They need no write-ahead log: the files are on the disk before the transaction ends. The server that
 * runs on them afterwards is started anew, with its own settings.
 */
const withoutWriteAheadLog = ['wal_level=minimal', 'max_wal_senders=0']

/** Opens the built-in database. Creates one only for a restore, so that a mistyped DATA_DIR does not. */
async function openOwn(dataFolder: string, { startsEmpty }: Command) {
  const server = await openEmbedded(dataFolder, (message) => console.error(message), {
    initialises: startsEmpty === true,
    more: startsEmpty === true ? withoutWriteAheadLog : [],
  })
  if (server === undefined)
    throw new Declined(`There is no database in ${resolve(dataFolder)}: DATA_DIR has to be that of the server.`)
  return server
}

/** Two checks run at a time, each with up to two connections. One may keep the other waiting inside its transaction. */
const connections = 4
const whileTheOtherComputes = ['idle_in_transaction_session_timeout=600000']

async function withTools(settings: Settings, command: Command, work: (tools: Opened) => Promise<number>) {
  // Uses a running database server; one that was started here is stopped again below.
  const server = settings.databaseUrl === undefined ? await openOwn(settings.dataFolder, command) : undefined
  const connectionString = settings.databaseOwnerUrl ?? settings.databaseUrl ?? server?.connectionString ?? ''
  const { db, pool } = connect(connectionString, connections, whileTheOtherComputes)
  const { dataFolder } = settings
  let market: ReturnType<typeof openMarket> | undefined
  const installation = {
    connectionString,
    dataFolder,
    settings,
    // One for all checks of a thread: with live prices it holds every quote that was traded on.
    market: () => (market ??= openMarket(db, settings, dataFolder)),
  }
  const opened: Opened = { installation, db, randomness: systemRandomness }
  try {
    if (command.startsEmpty !== true) await expectUpToDate(opened)
    return await work(opened)
  } finally {
    await db.destroy()
    // `destroy` does not end a pool that was never used.
    if (!pool.ended) await pool.end()
    if (server?.adopted === false) await server.stop()
  }
}

async function main(): Promise<number> {
  const shell: Shell = {
    wallNow: () => openClock().wall(),
    user: userInfo().username,
    withTools: (command, work) => withTools(readSettings(process.env), command, work),
    print: (line) => console.log(line),
    complain: (line) => console.error(line),
  }
  try {
    return await runOps(process.argv.slice(2), shell)
  } catch (error) {
    const isTold = error instanceof WrongSetting || error instanceof NewerTables
    console.error(isTold ? error.message : (startupErrorText(error) ?? error))
    return 3
  }
}

process.exit(await main())
