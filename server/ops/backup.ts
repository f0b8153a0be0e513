import { chmod, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { linkJournals } from '#areas/ledger/link-journals.ts'
import { Declined, marketNow } from '#areas/desk/actions.ts'
import { isoInstant } from '#clock.ts'
import { renameDurably } from '#durable-files.ts'
import { BackupRefused, connectForBackup, readDatabase, restoreDatabase, type BackupLine } from '#db/backup.ts'
import { inTransaction, type Tx } from '#db/sql.ts'
import { done, neededOption, WrongUsage, type Command, type Given, type Tools } from './command.ts'
import { readSealed, writeSealed } from './sealed-file.ts'
import { verifyAll } from './verify.ts'

/** Files of the database server, which a backup leaves out because it contains the rows. */
const databaseFiles = /^(database|database-password|(database|password)\.new-.*|restoring)$/
const portablePath = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/
const passphraseLeast = 12

const passphraseOption = {
  'passphrase-file': {
    type: 'string',
    value: 'FILE',
    about: `file whose first line is the passphrase, at least ${passphraseLeast} characters`,
  },
} as const

async function passphraseOf(given: Given): Promise<string> {
  const file = neededOption(given, 'passphrase-file')
  const text = await readFile(file, 'utf8').catch(() => {
    throw new WrongUsage(`${file} cannot be read.`)
  })
  const [passphrase = ''] = text.split('\n')
  if (passphrase.trim().length < passphraseLeast)
    throw new WrongUsage(`The passphrase must have at least ${passphraseLeast} characters.`)
  return passphrase.trim()
}

/** The files in the data folder besides the database: secrets and uploads. */
async function* filesIn(folder: string): AsyncGenerator<BackupLine> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  for (const entry of entries.toSorted((one, other) => (one.name < other.name ? -1 : 1))) {
    const path = relative(folder, join(entry.parentPath, entry.name))
    if (!entry.isFile() || databaseFiles.test(path.split('/')[0] ?? '')) continue
    yield { kind: 'file', path, content: (await readFile(join(folder, path))).toString('base64') }
  }
}

async function* linesOf(tx: Tx, dataFolder: string, at: string): AsyncGenerator<string> {
  for await (const line of readDatabase(tx, at)) {
    // Files come after the rows that name them and before the end line, which marks the backup as complete.
    if (line.kind === 'end') for await (const file of filesIn(resolve(dataFolder))) yield JSON.stringify(file)
    yield JSON.stringify(line)
  }
}

async function* parsed(lines: AsyncIterable<string>): AsyncGenerator<BackupLine> {
  for await (const line of lines) yield JSON.parse(line) as BackupLine
}

/** Keeps restored files in a temporary folder until the database is complete, then moves them into place. */
function openWaitingFiles(dataFolder: string) {
  const waiting = join(dataFolder, 'restoring')
  const paths: string[] = []
  return {
    async keep(path: string, content: Buffer): Promise<void> {
      if (!portablePath.test(path)) throw new BackupRefused(`The backup contains a file with an invalid name: ${path}.`)
      const place = join(waiting, path)
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await writeFile(place, content, { mode: 0o600, flush: true })
      paths.push(path)
    },
    async settle(): Promise<void> {
      for (const path of paths) {
        const folder = dirname(join(dataFolder, path))
        await mkdir(folder, { recursive: true })
        if (folder !== dataFolder) await chmod(folder, 0o700)
        await renameDurably(join(waiting, path), join(dataFolder, path))
      }
      await rm(waiting, { recursive: true, force: true })
    },
    discard: () => rm(waiting, { recursive: true, force: true }),
  }
}

async function restore(tools: Tools, file: string, passphrase: string): Promise<number> {
  const { connectionString, dataFolder } = tools.installation
  const folder = resolve(dataFolder)
  const secrets = await readdir(join(folder, 'secrets')).catch(() => [])
  if (secrets.length > 0)
    throw new BackupRefused(
      `${folder} already contains secrets: restore into a new DATA_DIR, so that none is overwritten.`,
    )
  await mkdir(folder, { recursive: true })
  const files = openWaitingFiles(folder)
  try {
    const lines = parsed(readSealed(file, passphrase))
    const rows = await restoreDatabase(connectionString, lines, (path, content) => files.keep(path, content))
    await files.settle()
    return rows
  } catch (error) {
    await files.discard()
    throw error
  }
}

const declined = (error: unknown): never => {
  throw error instanceof BackupRefused ? new Declined(error.message) : error
}

export const backupCommands: readonly Command[] = [
  {
    name: 'backup',
    about: 'writes the database, secrets and uploads into one encrypted file; the server may keep running',
    takes: ['FILE'],
    options: passphraseOption,
    examples: ['backup /backups/monday.mex --passphrase-file /root/passphrase'],
    changes: false,
    async run(tools, given) {
      const [file = ''] = given.arguments
      const passphrase = await passphraseOf(given)
      const { randomness, installation } = tools
      await using db = connectForBackup(installation.connectionString)
      const write = (tx: Tx): Promise<number> =>
        writeSealed(file, linesOf(tx, installation.dataFolder, isoInstant(tools.now)), { passphrase, randomness })
      const bytes = await inTransaction(db, write, 'snapshot').catch(declined)
      return done(`wrote ${file} (${bytes} bytes); it cannot be read without its passphrase`, {
        file,
        bytes,
      })
    },
  },
  {
    name: 'restore',
    about: 'restores a backup into an empty database and a new DATA_DIR, then verifies all of it',
    takes: ['FILE'],
    options: passphraseOption,
    examples: ['restore /backups/monday.mex --passphrase-file /root/passphrase --reason "new machine"'],
    changes: true,
    startsEmpty: true,
    async run(tools, given) {
      const [file = ''] = given.arguments
      const rows = await restore(tools, file, await passphraseOf(given)).catch(declined)
      while ((await linkJournals(tools.db)) > 0);
      const verified = await verifyAll({ ...tools, ...(await marketNow(tools.db, tools.now)) })
      return { ...verified, lines: [`restored ${rows} rows`, ...verified.lines], data: { rows, ...verified.data } }
    },
  },
]
