import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { freePort, openTestDatabase, until, type TestDatabase } from '@mex/server/testing.ts'
import { expectBalancedLedger, expectNothingLost } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { openFolder, tryServer } from './server-process.ts'
import { openServerProcesses, type Member, type ServerProcesses } from './server-processes.ts'
import { isReady } from './waiting.ts'

/** Two servers on one database: the second stands by, and takes over when the first ends, is killed or stands still. */

const people = 8
/** Until it serves: on a quiet machine two to five seconds. */
const takeoverSeconds = 30

let database: TestDatabase
let servers: ServerProcesses
let serving: Member
let load: Load

const variablesOf = (port: number) => ({ DATABASE_URL: database.connectionString, STANDBY: 'on', PORT: String(port) })

async function startStandby(): Promise<Member> {
  const member = await servers.start(serving)
  await until('the second server stands by', () => member.program.output().includes('standing by'), 30)
  return member
}

/** Waits until the other server serves, and sends it the load. Answers after how many milliseconds. */
async function expectTakeover(by: Member): Promise<number> {
  const began = performance.now()
  await until(
    () => `it has taken over:\n${by.program.output().slice(-2000)}`,
    () => isReady(by.url),
    takeoverSeconds,
  )
  const took = performance.now() - began
  serving = by
  load.moveTo(by.url)
  return took
}

before(async () => {
  database = await openTestDatabase()
  servers = openServerProcesses(variablesOf)
  serving = await servers.join()
  load = await openLoad(serving.url, people)
})
after(async () => {
  await servers.end()
  await database[Symbol.asyncDispose]()
})

test('a server that stands by lives, is not ready, answers 503, and ends when it is told to', async () => {
  const second = await startStandby()
  const status = async (path: string): Promise<number> => (await fetch(second.url + path)).status
  assert.deepEqual([await status('/healthz'), await status('/readyz'), await status('/')], [200, 503, 503])
  assert.equal(await second.program.end('SIGTERM'), 0)
})

test('kill -9 of the server that serves: the other takes over, and nothing acknowledged is lost', async (context) => {
  const second = await startStandby()
  const running = load.run()
  await rest(1500)
  await serving.program.end('SIGKILL')
  context.diagnostic(`taken over after ${Math.round(await expectTakeover(second))} ms`)
  await expectNothingLost(load, running)
})

test('a server that stands still for twenty seconds is replaced, changes nothing when it goes on, and ends', async (context) => {
  const first = serving
  const second = await startStandby()
  const running = load.run()
  await rest(1500)
  first.program.signal('SIGSTOP', 'process')
  context.diagnostic(`taken over after ${Math.round(await expectTakeover(second))} ms`)
  await rest(10_000)
  // Commands that the first had received and not answered: their people repeat them with the second.
  first.program.signal('SIGCONT', 'process')
  await until('the first server ends by itself', () => first.program.isOver(), 15)
  assert.equal(await first.program.ended, 1, 'its supervisor starts it again')
  assert.match(first.program.output(), /Another process has taken over this data: stopping/)
  await expectNothingLost(load, running)
})

test('a planned stop hands over at once', async (context) => {
  const first = serving
  const second = await startStandby()
  const running = load.run()
  await rest(1500)
  const ended = first.program.end('SIGTERM')
  context.diagnostic(`taken over after ${Math.round(await expectTakeover(second))} ms`)
  assert.equal(await ended, 0)
  await expectNothingLost(load, running)
})

test('a server with other keys does not serve these data, and says which', async () => {
  const folder = await openFolder()
  await serving.program.end('SIGTERM')
  const { code, output } = await tryServer(folder, variablesOf(await freePort()))
  assert.equal(code, 1)
  assert.match(output, /made with other keys \(.*pepper.*\): DATA_DIR must have the folder "secrets"/)
  await rm(folder, { recursive: true, force: true })
})

test('the books and all fills are right after all of it', () =>
  expectBalancedLedger(serving.folder, ['ledger', 'fills', 'ipo'], { DATABASE_URL: database.connectionString }))
