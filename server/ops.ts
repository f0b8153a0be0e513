import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { systemChance } from '#chance.ts'
import { openClock } from '#clock.ts'
import { openEmbedded } from '#db/embedded.ts'
import { migrations } from '#db/migrate.ts'
import { connect } from '#db/sql.ts'
import { appliedMigrations } from '#areas/desk/store-migrations.ts'
import { Declined } from '#areas/desk/actions.ts'
import type { Command, Tools } from '#ops/command.ts'
import { runOps, type Shell } from '#ops/run.ts'
import { startupErrorText } from './startup-errors.ts'
import { readSettings, WrongSetting, type Settings } from './environment.ts'
import { openMarketSource } from './market-source.ts'
import { openSecrets } from './secrets.ts'

type Opened = Omit<Tools, 'now' | 'wallNow' | 'speed' | 'author' | 'reason'>

/** PostgreSQL's word for a table that is not there. */
const undefinedTable = '42P01'

/** Commands are of this version, and so must be the tables. */
async function expectUpToDate({ db }: Opened): Promise<void> {
  const found = await appliedMigrations(db).catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === undefinedTable) return []
    throw error
  })
  const applied = new Set(found.map(({ name }) => name))
  const missing = (await migrations()).find(({ name }) => !applied.has(name))
  if (missing !== undefined)
    throw new Declined('The database is not up to date: start the server of this version once, then try again.')
}

/** The built-in database. A mistyped DATA_DIR makes no new one, except to restore into. */
async function openOwn(dataFolder: string, { startsEmpty }: Command) {
  const server = await openEmbedded(dataFolder, (message) => console.error(message), {
    initialises: startsEmpty === true,
  })
  if (server === undefined)
    throw new Declined(`There is no database in ${resolve(dataFolder)}: DATA_DIR has to be that of the server.`)
  return server
}

async function withTools(settings: Settings, command: Command, work: (tools: Opened) => Promise<number>) {
  // A server that is running is used as it is; one that we had to start ourselves is stopped again.
  const server = settings.databaseUrl === undefined ? await openOwn(settings.dataFolder, command) : undefined
  const connectionString = settings.databaseOwnerUrl ?? settings.databaseUrl ?? server?.connectionString ?? ''
  const { db, pool } = connect(connectionString, 2)
  const { dataFolder } = settings
  const installation = {
    connectionString,
    dataFolder,
    market: async () => openMarketSource(settings, (await openSecrets(dataFolder, systemChance)).market),
  }
  const opened: Opened = { installation, db, chance: systemChance }
  try {
    if (command.startsEmpty !== true) await expectUpToDate(opened)
    return await work(opened)
  } finally {
    await db.destroy()
    // A pool that nothing went through yet is not ended by the database that wraps it.
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
    console.error(error instanceof WrongSetting ? error.message : (startupErrorText(error) ?? error))
    return 3
  }
}

process.exit(await main())
