import { spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'

/** A server in a separate process with a data folder and its own PostgreSQL, as an operator starts it. */
export type ServerProcess = {
  readonly url: string
  readonly pid: number
  /** The output so far. */
  output(this: void): string
  /** Sends a signal to the started process, or to its process group as a terminal does on Ctrl+C. */
  signal(this: void, name: NodeJS.Signals, to: 'process' | 'group'): void
  /** Sends a signal; resolves with the exit code when the process has ended. */
  end(this: void, signal: NodeJS.Signals): Promise<number | undefined>
  /** Resolves with the exit code when the process ends. */
  readonly ended: Promise<number | undefined>
  isOver(this: void): boolean
}

const root = join(import.meta.dirname, '..', '..')
const opened = /http:\/\/127\.0\.0\.1:\d+/
const startSeconds = 60

/** Settings besides those of every server of these tests. */
export type Variables = Readonly<Record<string, string>>

const environment = (folder: string, variables: Variables): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  DATA_DIR: folder,
  PORT: '0',
  MARKET_SEED: 'chaos',
  LOOK_AHEAD: 'off',
  LOG_LEVEL: 'info',
  NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
  ...variables,
})

/** A program of the project in a separate process; it may not listen yet. */
export type Program = Omit<ServerProcess, 'url'>

export type ProgramName = readonly [file: string, ...args: string[]]

/** Starts a program in a new process group, as a terminal does. */
export function startProgram(folder: string, [file, ...args]: ProgramName, variables: Variables = {}): Program {
  const child = spawn(process.execPath, [resolve(root, file), ...args], {
    cwd: root,
    env: environment(folder, variables),
    detached: true,
  })
  const pid = child.pid ?? 0
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  child.stderr.on('data', (chunk) => (output += String(chunk)))
  let isOver = false
  const ended = new Promise<number | undefined>((done) => {
    child.on('exit', (code) => {
      isOver = true
      done(code ?? undefined)
    })
  })
  const signal: Program['signal'] = (name, to) => {
    if (!isOver) process.kill(to === 'group' ? -pid : pid, name)
  }
  return {
    pid,
    output: () => output,
    ended,
    isOver: () => isOver,
    signal,
    end(name) {
      signal(name, 'process')
      return ended
    },
  }
}

/** A new data folder that the database server's user can enter, also when the tests run as root. */
export async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'mex-chaos-'))
  await chmod(folder, 0o755)
  return folder
}

/** Starts a server; resolves when it listens, and rejects with its output if it ends or takes 60 seconds. */
export async function startServer(
  folder: string,
  name: ProgramName = ['server/main.ts'],
  variables: Variables = {},
): Promise<ServerProcess> {
  const program = startProgram(folder, name, variables)
  const latest = performance.now() + startSeconds * 1000
  for (;;) {
    const url = opened.exec(program.output())?.[0]
    if (url !== undefined) return { url, ...program }
    if (program.isOver()) throw new Error(`The server ended:\n${program.output()}`)
    if (performance.now() > latest) {
      await program.end('SIGKILL')
      throw new Error(`The server did not start:\n${program.output()}`)
    }
    await rest(20)
  }
}

export type Ended = { readonly code: number | undefined; readonly output: string }

/** Runs a program that must end by itself. */
export async function runProgram(folder: string, name: ProgramName, variables: Variables = {}): Promise<Ended> {
  const { output, ended } = startProgram(folder, name, variables)
  return { code: await ended, output: output() }
}

/** Starts a server that must end by itself. */
export const tryServer = (folder: string, variables: Variables = {}): Promise<Ended> =>
  runProgram(folder, ['server/main.ts'], variables)

/** Runs an operator command on the same data folder. */
export const runOps = (folder: string, ...args: readonly string[]): Promise<Ended> =>
  runProgram(folder, ['server/ops.ts', ...args])

/** Stops the server and any database that still run on a folder, and removes the folder. */
export async function clear(server: ServerProcess | undefined, folder: string): Promise<void> {
  await server?.end('SIGTERM')
  const database = await postgresPid(folder).catch(() => undefined)
  if (database !== undefined && (await isAlive(database))) process.kill(database, 'SIGQUIT')
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}

/** The process id of a data folder's database server, which may have ended. */
export async function postgresPid(folder: string): Promise<number> {
  const pid = Number((await readFile(join(folder, 'database', 'postmaster.pid'), 'utf8')).split('\n')[0])
  if (!Number.isInteger(pid) || pid <= 0) throw new Error(`${folder} has no database server`)
  return pid
}

/** Whether a process runs; a zombie does not. */
export async function isAlive(pid: number): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPERM')) return false
  }
  const state = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return !/\) Z /.test(state)
}
