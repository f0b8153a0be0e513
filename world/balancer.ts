import { spawn, type ChildProcess } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** HAProxy in front of several servers of one database, as docs/guide/growing.md describes it. */
export type Balancer = {
  readonly url: string
  /** Resolves with its output when it ends. */
  readonly ended: Promise<string>
  close(this: void): Promise<void>
}

/** Debian keeps it where the PATH of a user does not lead. */
const programs = ['haproxy', '/usr/sbin/haproxy'] as const

export const howToInstall =
  'HAProxy is not installed: `apt install haproxy` (Debian, Ubuntu), `dnf install haproxy` (Fedora) or `brew install haproxy` (macOS)'

const runs = (program: string): Promise<boolean> =>
  new Promise((done) => {
    spawn(program, ['-v'], { stdio: 'ignore' })
      .on('error', () => done(false))
      .on('exit', (code) => done(code === 0))
  })

/** The program of HAProxy; undefined where it is not installed. */
export async function findHaproxy(): Promise<string | undefined> {
  for (const program of programs) if (await runs(program)) return program
  return undefined
}

const linesOf = (servers: readonly URL[]): string =>
  servers.map(({ host }, index) => `  server server-${index + 1} ${host}`).join('\n')

/**
 * Sends calls to the servers whose /readyz answers 200. A server that drains finishes what it has; one that is gone is noticed after a
 * second. While none is ready in time, as under a load that slows all of them, it asks any. It adds no header, so that the servers take its
 * callers for those of this machine.
 */
const configurationOf = (port: number, servers: readonly URL[]): string => `global
  maxconn 2000
defaults
  mode http
  timeout connect 1s
  timeout client 75s
  timeout server 75s
  timeout tunnel 1h
  retries 3
  option redispatch
frontend page
  bind 127.0.0.1:${port}
  use_backend any if { nbsrv(practice) eq 0 }
  default_backend practice
backend practice
  balance leastconn
  option httpchk GET /readyz
  timeout check 1s
  default-server check inter 500ms fall 1 rise 1
${linesOf(servers)}
backend any
  balance leastconn
${linesOf(servers)}
`

export type BalancerOptions = {
  readonly program: string
  /** Where its configuration is written. */
  readonly folder: string
  readonly port: number
  readonly servers: readonly string[]
}

/** Starts HAProxy; rejects with its output if it ends before it answers. */
export async function openBalancer({ program, folder, port, servers }: BalancerOptions): Promise<Balancer> {
  const file = join(folder, 'haproxy.cfg')
  await writeFile(
    file,
    configurationOf(
      port,
      servers.map((url) => new URL(url)),
    ),
  )
  const child = spawn(program, ['-db', '-f', file], { stdio: ['ignore', 'pipe', 'pipe'] })
  let isOver = false
  const ended = outputOf(child).finally(() => {
    isOver = true
  })
  const url = `http://127.0.0.1:${port}`
  await Promise.race([
    untilReady(url, () => isOver),
    ended.then((output) => Promise.reject(new Error(`HAProxy ended:\n${output}`))),
  ])
  return {
    url,
    ended,
    async close() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

const lookMilliseconds = 50

/** Waits until a server answers /readyz with 200, or is not wanted any more. */
export async function untilReady(url: string, isOver: () => boolean): Promise<void> {
  const isReady = (): Promise<boolean> =>
    fetch(new URL('/readyz', url)).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!isOver() && !(await isReady())) await new Promise((done) => setTimeout(done, lookMilliseconds))
}

/** The output of a program until it ends. */
async function outputOf(child: ChildProcess): Promise<string> {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
  await new Promise((done) => child.on('error', done).on('exit', done))
  return output
}
