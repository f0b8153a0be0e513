import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { refusalOfCode } from '@mex/contract/refusals.ts'
import { until } from '@mex/server/testing.ts'
import { expectAcknowledged, expectBalancedLedger, expectFills } from './evidence.ts'
import { nextCommand, openLoad, type Load } from './load.ts'
import { clear, openFolder, startServer, type ServerProcess } from './server-process.ts'
import { isReady } from './waiting.ts'

/** A server whose data folder is a small file system of its own, in memory, which another file fills up. */
const megabytes = 1500
const people = 8
const megabyte = 1024 * 1024

function mount(folder: string): string | undefined {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=0755`, 'tmpfs', folder], { stdio: 'ignore' })
    return undefined
  } catch {
    return 'only root may mount the small file system of this test'
  }
}

const folder = await openFolder()
const skip = mount(folder) ?? false
const filler = join(folder, 'filler')

let server: ServerProcess
let load: Load
before(async () => {
  if (skip !== false) return
  chmodSync(folder, 0o755)
  server = await startServer(folder)
  load = await openLoad(server.url, people)
})
after(async () => {
  if (skip === false) {
    await server.end('SIGTERM')
    execFileSync('umount', ['--lazy', folder])
  }
  await clear(undefined, folder)
})

/** Fills the file system until only this many bytes are free. */
async function fillUp(left: number): Promise<void> {
  const file = await open(filler, 'a')
  const zeros = Buffer.alloc(megabyte)
  try {
    for (;;) {
      const { bavail, bsize } = await statfs(folder)
      const free = bavail * bsize - left
      if (free <= 0) return
      await file.write(zeros, 0, Math.min(megabyte, free))
    }
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error
  } finally {
    await file.close()
  }
}

/** What a person is answered who orders now: the outcome of a new command. */
async function lastOutcomes(): Promise<readonly string[]> {
  const before = load.commands.length
  const running = load.run()
  await rest(1500)
  load.stop()
  await running
  return load.commands.slice(before).map(({ outcome }) => outcome?.kind ?? 'unknown')
}

/** The status and the word that each person is answered now, to an order and to a transfer. */
async function answers(): Promise<readonly string[]> {
  const asked = load.people.flatMap((person, writer) =>
    [0, 3].map(async (count) => {
      const { call, fields, key } = nextCommand(writer, count)
      const { status, envelope } = await person.askWire(call, fields, { key })
      return `${call.path} ${status} ${refusalOfCode(envelope.code)}`
    }),
  )
  return [...new Set(await Promise.all(asked))]
}

test('a disk that is nearly full refuses orders, and takes them again once there is room', { skip }, async () => {
  assert((await lastOutcomes()).includes('done'))
  await fillUp(100 * megabyte)
  await rest(6000)
  assert.deepEqual([...new Set(await lastOutcomes())], ['unknown'], 'an order was accepted on a full disk')
  assert.deepEqual(
    await answers(),
    [calls.trading.createStock, calls.wallet.transfer].map(({ path }) => `${path} 200 unavailable`),
  )
  assert.equal(await isReady(server.url), true, 'reading goes on')
  await rm(filler)
  await until('commands are done again', async () => (await lastOutcomes()).includes('done'))
  await load.settle()
  await expectAcknowledged(load)
})

test(
  'a disk without a single free byte loses nothing, and the server goes on once there is room',
  { skip },
  async () => {
    const sent = load.commands.length
    const running = load.run()
    await rest(500)
    await fillUp(0)
    await rest(8000)
    load.stop()
    await running
    // Refused (in 200), or 503 while the database is away: never a failure of the server itself, and always an answer.
    const statuses = load.commands.slice(sent).map(({ answered }) => answered?.status)
    assert.deepEqual(
      statuses.filter((status) => status !== 200 && status !== 503),
      [],
    )
    assert.equal(server.isOver(), false, `the server ended:\n${server.output().slice(-3000)}`)
    await rm(filler)
    await until('it is ready again', () => isReady(server.url))
    await until('commands are done again', async () => (await lastOutcomes()).includes('done'))
    await load.settle()
    await expectAcknowledged(load)
    await expectFills(load)
  },
)

test('the ledger and all fills are right after the disk was full', { skip }, () => expectBalancedLedger(folder))
