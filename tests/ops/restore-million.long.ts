import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { growLedger } from '@mex/server/testing.ts'
import { newKey, type Person } from '@mex/world/person.ts'
import { connectTo, databaseUrl, expectFills } from '#chaos/evidence.ts'
import { openLoad, type Load, type NextCommand } from '#chaos/load.ts'
import { clear, openFolder, runOps, startServer, type ServerProcess } from '#chaos/server-process.ts'

/** The machine is lost, and the backup of a ledger of a million journals is restored on a new one. */
const journals = 1_000_000
const traders = 24
const tradingMilliseconds = 45_000
/** A restore and all its checks. */
const secondsMost = 300

let folder: string
let other: string
let server: ServerProcess
let restored: ServerProcess | undefined
let load: Load
before(async () => {
  folder = await openFolder()
  other = await openFolder()
  server = await startServer(folder, ['server/main.ts'], { LOG_LEVEL: 'error' })
  load = await openLoad(server.url, traders, nextOrder)
  await writeFile(join(other, 'passphrase'), 'correct horse battery staple\n')
})
after(async () => {
  await clear(restored, join(other, 'data'))
  await clear(undefined, other)
  await clear(server, folder)
})

const stocks = ['AAPL', 'MSFT', 'NVDA', 'TSLA', 'JPM']

/** Longs and shorts of one share each. */
const nextOrder: NextCommand = (writer, count) => {
  const stockCode = stocks[(writer + count) % stocks.length]
  const order = { stockCode, market: 'US', classify: 'UsStock', direction: count % 2, orderType: 0, quantity: '1' }
  return {
    writer,
    call: calls.trading.createStock,
    fields: { ...order, leverage: 2 },
    key: newKey(),
    outcome: undefined,
  }
}

async function closeEverything(person: Person): Promise<void> {
  for (;;) {
    const { rows } = await person.call(calls.trading.positions, { pageNum: 1, pageSize: 50 })
    if (rows.length === 0) return
    await person.call(calls.trading.closeSeveral, { ids: rows.map(({ id }) => id) })
    await rest(1500)
  }
}

/** What the books of a data folder come to. */
async function booksOf(place: string): Promise<Readonly<Record<string, unknown>>> {
  const { db, pool } = await connectTo(place)
  try {
    const { rows } = await pool.query<Record<string, unknown>>(
      `select (select count(*) from journal_line) as lines, (select count(*) from execution) as executions,
         (select sum(amount) from balance) as money, (select hash from seal where seq = $1) as link`,
      [journals],
    )
    return rows[0] ?? {}
  } finally {
    await db.destroy()
  }
}

const secondsSince = (begin: number): number => (performance.now() - begin) / 1000

test('a backup of a million journals is restored and verified within five minutes, and the server runs on', async (context) => {
  const running = load.run()
  await rest(tradingMilliseconds)
  load.stop()
  await running
  await load.settle()
  await expectFills(load)
  for (const person of load.people) await closeEverything(person)
  await growLedger(await databaseUrl(folder), journals, (line) => context.diagnostic(line))

  const file = join(other, 'backup.mex')
  const secret = ['--passphrase-file', join(other, 'passphrase')] as const
  let begin = performance.now()
  const written = await runOps(folder, 'backup', file, ...secret)
  assert.equal(written.code, 0, written.output)
  context.diagnostic(`${written.output.trim()}: ${secondsSince(begin).toFixed(0)} s`)
  begin = performance.now()
  const read = await runOps(join(other, 'data'), 'restore', file, ...secret, '--reason', 'the machine was lost')
  const took = secondsSince(begin)
  context.diagnostic(`${read.output.trim()}\nrestored and verified in ${took.toFixed(0)} s`)
  assert.equal(read.code, 0, read.output)
  assert.match(read.output, /ledger: everything is right/)
  assert.match(read.output, /fills \(\d{6,} fills\): everything is right/)
  restored = await startServer(join(other, 'data'), ['server/main.ts'], { LOG_LEVEL: 'error' })
  assert.deepEqual(await booksOf(join(other, 'data')), await booksOf(folder))
  load.moveTo(restored.url)
  await Promise.all(load.people.map((person) => person.call(calls.account.me, {})))
  assert(took <= secondsMost, `${took} s`)
})
