import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { connect, openEmbedded, sql } from '@mex/server/testing.ts'
import { stopOnSignal } from '@mex/server/stop-signals.ts'
import { findHaproxy, howToInstall, openBalancer } from './balancer.ts'
import { openMemberServers, type MemberServer, type MemberServers } from './member-servers.ts'
import { fetchMetrics, valueOf } from './metrics.ts'

/**
 * The program of `npm run cluster`: a database, three servers and HAProxy in front, on one machine. A server that ends is started
 * again, as a supervisor does.
 */
const folder = join(import.meta.dirname, '..', '.cluster')
const port = Number(process.env['PORT'] ?? 8080)
const count = 3
const lookMilliseconds = 500

const say = (message: string): void => console.log(`  ${message}`)

const closers: (() => Promise<unknown>)[] = []
let isStopping = false
async function stop(): Promise<void> {
  isStopping = true
  for (const close of closers.splice(0).toReversed()) await close()
}

/** The database of the servers, which they create the tables in. */
async function openDatabase(): Promise<string> {
  const opening = openEmbedded(folder, say)
  // Also one that is starting.
  closers.push(async () => (await opening.catch(() => undefined))?.stop())
  const embedded = await opening
  const { db } = connect(embedded.connectionString, 1)
  try {
    const { rows } = await sql`select 1 from pg_database where datname = 'mex'`.execute(db)
    if (rows.length === 0) await sql`create database mex`.execute(db)
  } finally {
    await db.destroy()
  }
  const url = new URL(embedded.connectionString)
  url.pathname = '/mex'
  return url.href
}

/** Their warnings and errors; the rest is in the log of an installation. */
function onLine(number: number, line: string): void {
  const level = Number(/^\{"level":(\d+)/.exec(line)?.[1] ?? 0)
  if (level > 30 || (!line.startsWith('{') && /error|must|another/i.test(line))) say(`Server ${number}: ${line}`)
}

const leads = (member: MemberServer): Promise<boolean> =>
  fetchMetrics(member.url).then(
    (metrics) => valueOf(metrics, 'server_leading') === 1,
    () => false,
  )

/** Says who leads, whenever that has changed. */
async function watchLeader(servers: MemberServers): Promise<void> {
  let said: number | undefined
  while (!isStopping) {
    for (const member of servers.members())
      if (member.number !== said && !member.isOver() && (await leads(member))) {
        said = member.number
        say(`Server ${said} leads (process ${member.pid})`)
      }
    await rest(lookMilliseconds)
  }
}

async function openFront(servers: MemberServers): Promise<string | undefined> {
  const program = await findHaproxy()
  if (program === undefined) return undefined
  const addresses = servers.members().map(({ url }) => url)
  const balancer = await openBalancer({ program, folder, port, servers: addresses })
  closers.push(balancer.close)
  return balancer.url
}

async function start(): Promise<void> {
  await mkdir(folder, { recursive: true })
  say('Starting a database and three servers …')
  const databaseUrl = await openDatabase()
  const servers = openMemberServers({
    count,
    folder,
    databaseUrl,
    // A warm-up on one machine is paid three times.
    settings: {
      LOOK_AHEAD: 'off',
      ...process.env,
      DATABASE_OWNER_URL: undefined,
      STANDBY: undefined,
      DRAIN_SECONDS: '1',
    },
    portBefore: port,
    onLine,
    onEnded: (number, code) => say(`Server ${number} has ended (${code ?? 'killed'}) and is started again`),
    onAgain: ({ number, url, pid }) => say(`Server ${number} is ready again: ${url} (process ${pid})`),
  })
  closers.push(servers.close)
  await servers.opened
  const url = await openFront(servers)
  console.log(
    `\n  ${url === undefined ? `${howToInstall}.\n  Without it each server is open by itself:` : `Open, behind HAProxy:\n\n      ${url}`}\n`,
  )
  for (const member of servers.members()) say(`Server ${member.number}: ${member.url} (process ${member.pid})`)
  say('Try `kill -9 PROCESS` of the one that leads. Ctrl+C ends all of it; the data stay in .cluster/\n')
  await Promise.race([watchLeader(servers), servers.failed])
}

stopOnSignal(stop)
start().catch(async (error: unknown) => {
  if (isStopping) return
  console.error(error instanceof Error ? error.message : error)
  await stop()
  process.exit(1)
})
