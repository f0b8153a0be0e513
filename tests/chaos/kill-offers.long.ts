import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import type { Application, Draw } from '@mex/contract/offerings/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { formatMoney, formatQuantity, moneyOf, quantity, type Quantity } from '@mex/core/money/money.ts'
import { newKey, openPerson } from '@mex/world/person.ts'
import { until } from '@mex/server/testing.ts'
import { connectTo, expectBalancedLedger } from './evidence.ts'
import { openLoad, type Command, type Load } from './load.ts'
import { clear, openFolder, postgresPid, startServer, type ServerProcess } from './server-process.ts'
import { answered } from './waiting.ts'

/**
 * A new issue from its last hours to its listing. The server and the database are killed while people apply, at the close, at the
 * draw, while they pay and at the listing. A killed server starts again with a later clock, so no test has to hurry.
 */
const issue = 201
const opened = '2026-12-14T12:00:00Z'
const moments = {
  close: '2026-12-14T17:59:57Z',
  draw: '2026-12-15T17:59:58Z',
  deadline: '2026-12-16T13:29:58Z',
  listing: '2026-12-16T14:29:58Z',
}
const people = 8

let folder: string
let server: ServerProcess
let load: Load
/** The shares of a lot. */
let lot: Quantity
/** What people still owe for allotted shares, by writer. */
const owing = new Map<number, { readonly id: number; readonly amount: string }>()

const sharesOf = (lots: bigint): string => formatQuantity(quantity(lot * lots))

const start = (at: string): Promise<ServerProcess> => startServer(folder, ['server/main.ts'], { CLOCK_START: at })

/** People apply, add and cancel; later those with an even number pay what they owe. */
function next(writer: number, count: number, sent: readonly Command[]): Command | undefined {
  const command = (call: Command['call'], fields: Command['fields']): Command => {
    return { writer, call, fields, key: newKey(), outcome: undefined }
  }
  const debt = owing.get(writer)
  if (debt !== undefined) return writer % 2 === 0 ? command(calls.offerings.add, debt) : undefined
  const last = sent.findLast(({ writer: owner, call, outcome }) => {
    return owner === writer && call === calls.offerings.apply && outcome?.kind === 'done'
  })
  const id = last?.outcome?.kind === 'done' ? last.outcome.id : undefined
  if (id === undefined || count % 6 === 5) return command(calls.offerings.apply, { id: issue, quantity: sharesOf(2n) })
  if (count % 6 === 4 && writer > 4) return command(calls.trading.cancelOrder, { id })
  return command(calls.offerings.add, { id, quantity: sharesOf(1n) })
}

before(async () => {
  folder = await openFolder()
  server = await start(opened)
  load = await openLoad(server.url, people, next)
  const { db, pool } = await connectTo(folder)
  await pool.query('update app_user set real_status = 3')
  await db.destroy()
  lot = (await offer()).lot
})
after(() => clear(server, folder))

const offer = () => answered(() => openPerson(server.url).call(calls.offerings.issue, { id: issue }))
const draw = (): Promise<Draw> => answered(() => openPerson(server.url).call(calls.offerings.draw, { id: issue }))

const phaseIs = (phase: string) => async (): Promise<boolean> => (await offer()).phase === phase

async function killServer(at: string): Promise<void> {
  await server.end('SIGKILL')
  server = await start(at)
  load.moveTo(server.url)
}

async function killDatabase(): Promise<void> {
  const database = await postgresPid(folder)
  process.kill(database, 'SIGKILL')
  await until('the database is back', async () => {
    const ready = await fetch(new URL('/readyz', server.url)).catch(() => undefined)
    return ready?.ok === true && (await postgresPid(folder).catch(() => database)) !== database
  })
}

/** Runs the load, kills while it runs, and waits until every outcome is known. */
async function underLoad(kill: () => Promise<void>): Promise<void> {
  const running = load.run()
  await rest(900)
  await kill()
  load.stop()
  await running
  await load.settle()
}

async function applications(): Promise<Application[][]> {
  const asked = { pageNum: 1, pageSize: 50 }
  return Promise.all(
    load.people.map((person) =>
      answered(async () =>
        (await person.call(calls.offerings.applications, asked)).rows.filter(({ issueId }) => issueId === issue),
      ),
    ),
  )
}

const done = (writer: number, path: string): number[] =>
  load.commands.flatMap(({ writer: owner, call, outcome }) =>
    owner === writer && call.path === path && outcome?.kind === 'done' ? [outcome.id] : [],
  )

/** Expects exactly the acknowledged applications, additions and cancels. */
async function expectAcknowledged(): Promise<void> {
  for (const [writer, found] of (await applications()).entries()) {
    const cancelled = new Set(done(writer, calls.trading.cancelOrder.path))
    const standing = done(writer, calls.offerings.apply.path).filter((id) => !cancelled.has(id))
    assert.deepEqual(
      found.map(({ id }) => id),
      standing,
      `applications of ${writer}`,
    )
    for (const { id, quantity: asked } of found) {
      const added = load.commands.filter(({ call, fields, outcome }) => {
        return (
          call.path === calls.offerings.add.path &&
          fields['id'] === id &&
          'quantity' in fields &&
          outcome?.kind === 'done'
        )
      })
      assert.equal(asked, lot * BigInt(2 + added.length), `shares of application ${id}`)
    }
  }
}

test('killed while people apply, and at the close: every acknowledged application stands', async () => {
  await underLoad(() => killServer(opened))
  await expectAcknowledged()
  assert.ok(load.people.every((_, writer) => done(writer, calls.offerings.apply.path).length > 0))
  await underLoad(() => killServer(moments.close))
  const crossing = load.run()
  await until('applications are closed', phaseIs('closed'))
  await killDatabase()
  load.stop()
  await crossing
  await load.settle()
  await expectAcknowledged()
})

test('killed at the draw: everybody gets a result once, and the draw stays the same', async () => {
  await killServer(moments.draw)
  await until('it is drawn', async () => (await draw()).key !== undefined)
  await killDatabase()
  await until('everybody has a result', async () =>
    (await applications()).flat().every(({ status }) => status !== 'waiting'),
  )
  const first = await draw()
  await killServer(moments.draw)
  assert.deepEqual(await draw(), first)
})

test('killed while people pay, and at the listing: what is paid is allotted, what is not is cut', async () => {
  for (const [writer, found] of (await applications()).entries()) {
    const [owed] = found.filter(({ pending }) => pending > 0n)
    if (owed !== undefined) owing.set(writer, { id: owed.id, amount: formatMoney(owed.pending) })
  }
  assert.ok(owing.size > 1)
  await underLoad(killDatabase)
  // On a busy machine the load has not come to everybody.
  for (const [writer, { id, amount }] of owing)
    if (writer % 2 === 0) {
      const person = present(load.people[writer], 'a writer')
      await answered(() => person.ask(calls.offerings.add, { id, amount: moneyOf(amount) }))
    }
  await killServer(moments.deadline)
  await until('everybody has paid', async () => (await applications()).flat().every(({ pending }) => pending === 0n))
  await killServer(moments.listing)
  await until('it is listed', phaseIs('listed'))
  await killServer(moments.listing)
  await until('shares can be sold', async () =>
    (await applications()).flat().every(({ lockedUntil }) => lockedUntil === undefined),
  )
  for (const [writer, found] of (await applications()).entries()) {
    for (const { status, paid, refund, cost, allotted, quantity: asked } of found) {
      assert.ok(status === 'allotted' || status === 'not_allotted')
      assert.equal(paid - refund, cost)
      if (owing.has(writer)) assert.equal(allotted === asked, writer % 2 === 0, `shares of ${writer}`)
    }
  }
})

test('the ledger, the fills and the draws are right after the kills', () => expectBalancedLedger(folder))
