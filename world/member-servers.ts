import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as rest } from 'node:timers/promises'
import { freePort } from '@mex/server/testing.ts'
import { untilReady } from './balancer.ts'

/** Several servers of one database (CLUSTER=on) on this machine, each a process with a data folder of its own. */
export type MemberServer = {
  readonly number: number
  readonly url: string
  readonly folder: string
  readonly pid: number
  isOver(this: void): boolean
  /** Resolves with the exit code when its process ends. */
  readonly ended: Promise<number | undefined>
}

export type MemberServers = {
  /** Resolves when all of them are ready for the first time. */
  readonly opened: Promise<void>
  /** The servers that were started last, one for each number. */
  members(this: void): readonly MemberServer[]
  /** Rejects when a server could not be started again. */
  readonly failed: Promise<never>
  /** Ends all of them, also those that are starting. */
  close(this: void): Promise<void>
}

export type MemberServersOptions = {
  readonly count: number
  /** Where each server gets a folder. */
  readonly folder: string
  readonly databaseUrl: string
  /** Further settings, by environment variable. */
  readonly settings: Readonly<Record<string, string | undefined>>
  /** Their ports begin after this one; without it they are any that are free. */
  readonly portBefore?: number
  /** Hears every line that a server writes. */
  readonly onLine: (number: number, line: string) => void
  /** A server has ended by itself, and is started again after a pause. */
  readonly onEnded?: (number: number, code: number | undefined) => void
  /** It is ready again. */
  readonly onAgain?: (member: MemberServer) => void
}

const program = join(import.meta.dirname, '..', 'server', 'main.ts')

function launch(number: number, port: number, options: MemberServersOptions): MemberServer {
  const { settings, databaseUrl, onLine } = options
  const folder = join(options.folder, `server-${number}`)
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', program], {
    env: { ...settings, CLUSTER: 'on', DATABASE_URL: databaseUrl, DATA_DIR: folder, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) createInterface(stream).on('line', (line) => onLine(number, line))
  let isOver = false
  const ended = endOf(child).finally(() => {
    isOver = true
  })
  return { number, url: `http://127.0.0.1:${port}`, folder, pid: child.pid ?? 0, isOver: () => isOver, ended }
}

const endOf = (child: ChildProcess): Promise<number | undefined> =>
  new Promise((done) => {
    child.on('error', () => done(undefined)).on('exit', (code) => done(code ?? undefined))
  })

const pauseMilliseconds = 1000
/** On a busy machine a server may be replaced while it starts. */
const attempts = 3

/**
 * Starts one server, gives its secrets to the others, and starts those. One that ends is started again, as a supervisor does: a server
 * that stood still ends by itself when another one has replaced it.
 */
export function openMemberServers(options: MemberServersOptions): MemberServers {
  const members = new Map<number, MemberServer>()
  let isClosing = false
  const portOf = async (number: number): Promise<number> =>
    options.portBefore === undefined ? freePort() : options.portBefore + number
  async function start(number: number, known?: number): Promise<MemberServer> {
    const port = known ?? (await portOf(number))
    for (let left = attempts - 1; !isClosing; left -= 1) {
      const member = launch(number, port, options)
      members.set(number, member)
      await untilReady(member.url, member.isOver)
      if (!member.isOver()) return member
      if (left === 0) throw new Error(`Server ${number} has ended ${attempts} times before it was ready`)
    }
    throw new Error('The servers are closing')
  }
  async function close(): Promise<void> {
    isClosing = true
    await Promise.all(
      [...members.values()].map((member) => {
        if (!member.isOver()) process.kill(member.pid, 'SIGTERM')
        return member.ended
      }),
    )
  }
  async function keepRunning(member: MemberServer): Promise<void> {
    const code = await member.ended
    if (isClosing) return
    options.onEnded?.(member.number, code)
    await rest(pauseMilliseconds)
    if (isClosing) return
    // Where the balancer looks for it.
    const again = await start(member.number, Number(new URL(member.url).port))
    options.onAgain?.(again)
    await keepRunning(again)
  }
  async function startAll(): Promise<void> {
    const others = Array.from({ length: options.count - 1 }, (_, index) => index + 2)
    await mkdir(options.folder, { recursive: true })
    const { folder } = await start(1)
    for (const number of others)
      await cp(join(folder, 'secrets'), join(options.folder, `server-${number}`, 'secrets'), { recursive: true })
    await Promise.all(others.map((number) => start(number)))
  }
  const opened = startAll().catch(async (error: unknown) => {
    await close()
    throw error
  })
  const failed = opened
    .then(() => Promise.all([...members.values()].map(keepRunning)))
    .then(() => new Promise<never>(() => undefined))
  // Who closes them while they start does not wait for either.
  for (const promise of [opened, failed]) promise.catch(() => undefined)
  return { opened, members: () => [...members.values()], failed, close }
}
