import assert from 'node:assert/strict'
import { calls } from '@mex/contract/areas.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import { connect, type Connection } from '@mex/server/testing.ts'
import type { Person } from '@mex/world/person.ts'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import type { Load } from './load.ts'
import { runProgram, type Variables } from './server-process.ts'

const page = 50

export async function everyOrder(person: Person): Promise<Order[]> {
  const orders: Order[] = []
  for (let pageNum = 1; ; pageNum += 1) {
    const { rows, total } = await person.call(calls.trading.orders, { pageNum, pageSize: page, status: 'all' })
    orders.push(...rows)
    if (orders.length >= total) return orders
  }
}

/** The ids of all transfers of a user, read from their first bill (type 20). */
async function everyTransfer(person: Person): Promise<number[]> {
  const ids: number[] = []
  let seen = 0
  for (let pageNum = 1; ; pageNum += 1) {
    const asked = { pageNum, pageSize: page, wallet: 'BALANCE', timeZone: 'UTC' } as const
    const { rows, total } = await person.call(calls.trading.bills, asked)
    for (const { type, referenceId } of rows) if (type === 20) ids.push(referenceId ?? 0)
    seen += rows.length
    if (seen >= total) return ids
  }
}

const sorted = (ids: Iterable<number>): number[] => [...ids].toSorted((one, other) => one - other)

/**
 * Expects that the server has exactly the acknowledged orders and transfers: every command took effect once or not at
 * all, whatever was killed meanwhile.
 */
export async function expectAcknowledged(load: Load): Promise<void> {
  for (const [writer, person] of load.people.entries()) {
    const done = (path: string): number[] =>
      sorted(
        load.commands.flatMap(({ writer: owner, call, outcome }) =>
          owner === writer && call.path === path && outcome?.kind === 'done' ? [outcome.id] : [],
        ),
      )
    const orders = await everyOrder(person)
    assert.deepEqual(sorted(orders.map(({ id }) => id)), done(calls.trading.createStock.path), `orders of ${writer}`)
    assert.deepEqual(sorted(await everyTransfer(person)), done(calls.wallet.transfer.path), `transfers of ${writer}`)
  }
}

const tickSeconds = 15

/** Expects that the market still ticks: every accepted market order is filled within 15 seconds. */
export async function expectFills(load: Load): Promise<void> {
  const latest = performance.now() + tickSeconds * 1000
  for (const person of load.people) {
    for (;;) {
      const { total } = await person.call(calls.trading.orders, { pageNum: 1, pageSize: 1 })
      if (total === 0) break
      assert(performance.now() < latest, `${total} market orders of one person still wait for a tick`)
      await rest(200)
    }
  }
}

/** Ends a load that runs, a moment after what it went through, and expects that nothing acknowledged is lost. */
export async function expectNothingLost(load: Load, running: Promise<void>): Promise<void> {
  await rest(1500)
  load.stop()
  await running
  await load.settle()
  await expectAcknowledged(load)
  await expectFills(load)
}

/** The address of the database of a data folder, for its owner. */
export async function databaseUrl(folder: string): Promise<string> {
  const port = (await readFile(join(folder, 'database', 'postmaster.pid'), 'utf8')).split('\n')[3]
  const password = (await readFile(join(folder, 'database-password'), 'utf8')).trim()
  return `postgres://mex:${password}@127.0.0.1:${port}/postgres`
}

/** A connection to the database of a data folder, as its owner. */
export const connectTo = async (folder: string): Promise<Connection> => connect(await databaseUrl(folder), 1)

/** Journals are linked into the hash chain within a second; the operator's check allows five. */
const sealMilliseconds = 6000

/** Expects that the operator's verification finds no fault. */
export async function expectBalancedLedger(
  folder: string,
  parts: readonly string[] = ['ledger', 'fills', 'ipo'],
  variables: Variables = {},
): Promise<void> {
  await rest(sealMilliseconds)
  for (const what of parts) {
    const { code, output } = await runProgram(folder, ['server/ops.ts', 'verify', what], variables)
    assert.equal(code, 0, output)
  }
}
