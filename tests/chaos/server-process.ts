import { spawn, type ChildProcess } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'

/** A server as a user starts it: a process of its own on a data folder, with PostgreSQL beside it. */
export type ServerProcess = {
  readonly url: string
  readonly pid: number
  /** What it has said so far. */
  said(this: void): string
  /** Sends a signal and resolves when the process has ended, with its exit code. */
  end(this: void, signal: NodeJS.Signals): Promise<number | undefined>
  /** Resolves when the process ends by itself. */
  readonly ended: Promise<number | undefined>
}

const root = join(import.meta.dirname, '..', '..')
const opened = /http:\/\/127\.0\.0\.1:\d+/
const startSeconds = 60

const environment = (folder: string): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  DATA_DIR: folder,
  PORT: '0',
  MARKET_SEED: 'chaos',
  LOG_LEVEL: 'info',
  NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
})

type Program = { readonly child: ChildProcess; said(this: void): string; readonly ended: Promise<number | undefined> }

function startProgram(file: string, args: readonly string[], folder: string): Program {
  const child = spawn(process.execPath, [join(root, file), ...args], { cwd: root, env: environment(folder) })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  const ended = new Promise<number | undefined>((resolve) => child.on('exit', (code) => resolve(code ?? undefined)))
  return { child, said: () => output, ended }
}

/** A data folder of its own that the user of the database server can reach, also when we are root. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mex-chaos-'))
  await chmod(folder, 0o755)
  return folder
}

/** Starts a server and resolves when it serves; rejects with what it said when it ends instead. */
export async function startServer(folder: string): Promise<ServerProcess> {
  const { child, said, ended } = startProgram('server/main.ts', [], folder)
  let over = false
  void ended.then(() => {
    over = true
  })
  const end = (signal: NodeJS.Signals): Promise<number | undefined> => {
    child.kill(signal)
    return ended
  }
  const latest = performance.now() + startSeconds * 1000
  for (;;) {
    const url = opened.exec(said())?.[0]
    if (url !== undefined) return { url, pid: child.pid ?? 0, said, ended, end }
    if (over) throw new Error(`The server ended:\n${said()}`)
    if (performance.now() > latest) {
      await end('SIGKILL')
      throw new Error(`The server did not start:\n${said()}`)
    }
    await rest(20)
  }
}

export type Ended = { readonly code: number | undefined; readonly said: string }

/** Starts a server that is expected to end by itself. */
export async function tryServer(folder: string): Promise<Ended> {
  const { said, ended } = startProgram('server/main.ts', [], folder)
  return { code: await ended, said: said() }
}

/** Runs a command of the operator on the same data. */
export async function runOps(folder: string, ...args: readonly string[]): Promise<Ended> {
  const { said, ended } = startProgram('server/ops.ts', args, folder)
  return { code: await ended, said: said() }
}

/** Stops what still runs on a folder, whatever a test left behind, and removes the folder. */
export async function clear(server: ServerProcess | undefined, folder: string): Promise<void> {
  await server?.end('SIGTERM')
  const database = await postgresPid(folder).catch(() => undefined)
  if (database !== undefined && (await isAlive(database))) process.kill(database, 'SIGQUIT')
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

/** The process of the database server of a data folder, alive or not. */
export async function postgresPid(folder: string): Promise<number> {
  const pid = Number((await readFile(join(folder, 'database', 'postmaster.pid'), 'utf8')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) throw new Error(`${folder} has no database server`)
  return pid
}

/** Whether a process runs; one that has ended and that nobody has buried yet does not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(state)
}
