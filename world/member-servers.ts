import { spawn, type ChildProcess } from 'node:child_process'
import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
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
  /** The servers that were started last, one for each number. */
  members(this: void): readonly MemberServer[]
  /** Starts the server of a number again, after it has ended; resolves when it is ready. */
  restart(this: void, number: number): Promise<MemberServer>
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
}

const program = join(import.meta.dirname, '..', 'server', 'main.ts')

async function launch(number: number, options: MemberServersOptions): Promise<MemberServer> {
  const { settings, databaseUrl, portBefore, onLine } = options
  const folder = join(options.folder, `server-${number}`)
  const port = portBefore === undefined ? await freePort() : portBefore + number
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

/** Starts one server, gives its secrets to the others, and starts those. */
export async function openMemberServers(options: MemberServersOptions): Promise<MemberServers> {
  const members = new Map<number, MemberServer>()
  async function restart(number: number): Promise<MemberServer> {
    const member = await launch(number, options)
    members.set(number, member)
    await untilReady(member.url, member.isOver)
    if (member.isOver()) throw new Error(`Server ${number} ended before it was ready`)
    return member
  }
  async function close(): Promise<void> {
    await Promise.all(
      [...members.values()].map((member) => {
        if (!member.isOver()) process.kill(member.pid, 'SIGTERM')
        return member.ended
      }),
    )
  }
  const others = Array.from({ length: options.count - 1 }, (_, index) => index + 2)
  try {
    await mkdir(options.folder, { recursive: true })
    const first = await restart(1)
    for (const number of others)
      await cp(join(first.folder, 'secrets'), join(options.folder, `server-${number}`, 'secrets'), { recursive: true })
    await Promise.all(others.map(restart))
  } catch (error) {
    await close()
    throw error
  }
  return { members: () => [...members.values()], restart, close }
}
