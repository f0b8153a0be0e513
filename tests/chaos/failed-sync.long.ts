import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { until } from '@mex/server/testing.ts'
import { expectAcknowledged, expectBalancedLedger, expectFills } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { clear, openFolder, postgresPid, startServer, type ServerProcess } from './server-process.ts'
import { isReady } from './waiting.ts'

/** A disk that reports an error when the database asks it to keep what was written: strace makes the system call fail. */
const people = 8

function missing(): string | undefined {
  try {
    execFileSync('strace', ['-e', 'trace=none', 'true'], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'install strace, and run this where a process may be traced'
  }
}
const skip = missing() ?? false

let folder: string
let server: ServerProcess
let load: Load
before(async () => {
  if (skip !== false) return
  folder = await openFolder()
  server = await startServer(folder)
  load = await openLoad(server.url, people)
})
after(async () => {
  if (skip === false) await clear(server, folder)
})

/** The processes of the database server that write: one for each connection, and those of its own. */
async function writers(): Promise<readonly string[]> {
  const list = execFileSync('ps', ['-o', 'pid=', '--ppid', String(await postgresPid(folder))], { encoding: 'utf8' })
  return list.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
}

/** The next calls of each of these processes that should make a write lasting fail, for so long. */
async function failSync(milliseconds: number): Promise<void> {
  const attached = (await writers()).flatMap((pid) => ['-p', pid])
  const tracer = spawn('strace', ['-e', 'inject=fsync,fdatasync:error=EIO', ...attached], { stdio: 'ignore' })
  const ended = new Promise((resolve) => tracer.on('exit', resolve))
  await rest(milliseconds)
  tracer.kill('SIGINT')
  await ended
}

for (const time of ['once', 'and again'])
  test(`a disk that does not keep what was written costs no acknowledged order, ${time}`, { skip }, async () => {
    const running = load.run()
    await rest(1500)
    await failSync(3000)
    await rest(1000)
    load.stop()
    await running
    assert.equal(server.isOver(), false, `the server ended:\n${server.output().slice(-3000)}`)
    const unknown = load.commands.filter(({ outcome }) => outcome === undefined).length
    assert(unknown > 0, 'no commit failed')
    await until('it is ready again', () => isReady(server.url))
    await load.settle()
    await expectAcknowledged(load)
    await expectFills(load)
  })

test('the ledger and all fills are right after the disk failed', { skip }, () => expectBalancedLedger(folder))
